package io.delayqueue.internal.codec;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RetryPolicy;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.monitor.InstanceTopic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Options that some topics of a heartbeat have in common.
 *
 * @param values the options that are set, by name, as values of JSON
 * @param topics the places of the topics in the heartbeat
 */
record TopicSettings(Map<String, Object> values, List<Integer> topics) {

    private static final Set<Object> UNSET = Set.of(Set.of(), TopicLimits.NONE, Integer.MAX_VALUE);

    /** Refuses missing parts. */
    TopicSettings {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        topics = List.copyOf(topics);
    }

    /** Describes the options of topics, in the order in which they appear. */
    static Stream<TopicSettings> of(List<InstanceTopic> topics, Function<String, TopicOptions> options) {
        Map<Map<String, Object>, List<Integer>> all = new LinkedHashMap<>();
        for (int place = 0; place < topics.size(); place++) {
            Map<String, Object> values = values(options.apply(topics.get(place).topic()));
            all.computeIfAbsent(values, added -> new ArrayList<>()).add(place);
        }
        return all.entrySet().stream().map(one -> new TopicSettings(one.getKey(), one.getValue()));
    }

    private static Map<String, Object> values(TopicOptions options) {
        Map<String, Object> values = new LinkedHashMap<>();
        options.all().forEach((name, value) -> {
            if (value != null && !UNSET.contains(value)) {
                values.put(name, value(value));
            }
        });
        return values;
    }

    private static Object value(Object option) {
        if (option instanceof Set<?> types) {
            return types.stream()
                    .map(type -> ((Class<?>) type).getName())
                    .sorted()
                    .toList();
        }
        return option instanceof RetryPolicy && !(option instanceof ExponentialBackoff)
                ? option.getClass().getName()
                : option;
    }
}
