package io.delayqueue.benchmarks.contender.ancestor;

import io.delayqueue.benchmarks.contender.Item;
import tools.jackson.databind.json.JsonMapper;

/** Stored JSON of a task. */
record Detail(String id, String group, String topic, long executionTime, String payload) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static Detail of(Item item) {
        return new Detail(item.id(), Keys.GROUP, item.topic(), item.dueAt(), item.payload());
    }

    static Detail read(String json) {
        return JSON.readValue(json, Detail.class);
    }

    String json() {
        return JSON.writeValueAsString(this);
    }
}
