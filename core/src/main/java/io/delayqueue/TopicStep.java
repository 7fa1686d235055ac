package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * How far one step of an operation on a whole topic has come.
 *
 * @param tasks how many tasks it changed; can be 0 though more follow, when many tasks of other topics lie between
 * @param next what to give the same operation of the same topic to go on with, or null at the end. It stays good however the
 *     tasks change, and can be used again: what it is about, and how it is written, is no promise
 */
public record TopicStep(int tasks, @Nullable String next) {}
