/* For cppcheck, which does not look into system headers: the macros that it must know to read a function. */
#define json_array_foreach(array, index, value)                                                                        \
    for (index = 0; index < json_array_size(array) && (value = json_array_get(array, index)); index++)
#define json_object_foreach(object, key, value) for (key = 0; (value = json_object_get(object, key));)
