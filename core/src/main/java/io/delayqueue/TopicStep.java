package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Result of one step of an operation on a whole topic.
 *
 * @param tasks number of changed tasks; may be 0 although more follow
 * @param next start of the next step of the same operation and topic, or null at the end. It stays valid while tasks change, and
 *     can be used again; its format may change
 */
public record TopicStep(int tasks, @Nullable String next) {}
