package io.delayqueue.test;

import io.delayqueue.TaskInvocation;
import io.delayqueue.TopicName;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Plans of the next callbacks of a queue. Thread-safe. */
final class Plans {

    private static final Plan AS_IT_IS = (invocation, time) -> invocation.proceed();

    private final Map<TopicName, Queue<Plan>> byTopic = new LinkedHashMap<>();

    /** Plan of a callback. */
    interface Plan {
        void call(TaskInvocation invocation, VirtualTime time) throws Exception;
    }

    synchronized void add(TopicName topic, Plan plan) {
        byTopic.computeIfAbsent(topic, added -> new ArrayDeque<>()).add(plan);
    }

    synchronized Plan next(TopicName topic) {
        Queue<Plan> plans = byTopic.get(topic);
        Plan plan = plans == null ? null : plans.poll();
        return plan == null ? AS_IT_IS : plan;
    }

    /** Returns the unused plans, one line for each topic. */
    synchronized List<String> left() {
        return byTopic.entrySet().stream()
                .filter(topic -> !topic.getValue().isEmpty())
                .map(topic -> line(topic.getValue().size(), topic.getKey()))
                .toList();
    }

    private static String line(int calls, TopicName topic) {
        return calls + (calls == 1 ? " call" : " calls") + " of " + topic;
    }

    synchronized void clear() {
        byTopic.clear();
    }
}
