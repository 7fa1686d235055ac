package io.delayqueue.web.live.sample;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Group at one time.
 *
 * @param name the group
 * @param registered whether it is in the registry; others have tasks
 * @param topics its registered topics, by name, then others that have tasks
 * @param sample its instances; null until the first read
 */
public record GroupView(
        String name,
        boolean registered,
        List<TopicRow> topics,
        @Nullable GroupSample sample) {

    /** Returns the group with further topics. */
    GroupView with(List<TopicRow> more) {
        return new GroupView(
                name, registered, Stream.concat(topics.stream(), more.stream()).toList(), sample);
    }
}
