# What is timed and installed.
