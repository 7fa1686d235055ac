package io.delayqueue.internal.codec;

import java.util.List;

/**
 * Arguments of a callback, already written as JSON.
 *
 * @param signature the parameter types of the constructor they are for
 * @param json the list of arguments
 */
record WrittenArguments(List<String> signature, byte[] json) {}
