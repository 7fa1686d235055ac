package io.delayqueue.web.live;

import io.delayqueue.TopicName;
import java.util.Set;

/**
 * What open pages show, and so what is asked for first.
 *
 * @param topics whose counts they show
 * @param groups whose instances they show
 */
record Wanted(Set<TopicName> topics, Set<String> groups) {}
