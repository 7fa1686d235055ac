package io.delayqueue.internal.service;

import io.delayqueue.store.TopicStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Divides topics of groups into steps that a store counts in one call each. */
final class CountSteps {

    private final boolean together;

    private final List<Map<String, List<String>>> steps = new ArrayList<>();

    private int room;

    private CountSteps(boolean together) {
        this.together = together;
    }

    /**
     * Divides topics, in their order.
     *
     * @param together whether a step may have topics of several groups
     */
    static List<Map<String, List<String>>> of(Map<String, ? extends Collection<String>> topics, boolean together) {
        CountSteps steps = new CountSteps(together);
        topics.forEach(steps::add);
        return steps.steps;
    }

    private void add(String group, Collection<String> names) {
        room = together ? room : 0;
        for (String name : names) {
            if (room == 0) {
                steps.add(new LinkedHashMap<>());
                room = TopicStore.MAX_COUNTED;
            }
            steps.get(steps.size() - 1)
                    .computeIfAbsent(group, missing -> new ArrayList<>())
                    .add(name);
            room--;
        }
    }
}
