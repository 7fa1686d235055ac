package io.delayqueue.internal.codec;

import java.util.List;

/**
 * A callback's arguments that have been written already; stands for all of them.
 *
 * @param signature the parameter types of the constructor they are for
 * @param json the list of arguments
 */
record WrittenArguments(List<String> signature, byte[] json) {}
