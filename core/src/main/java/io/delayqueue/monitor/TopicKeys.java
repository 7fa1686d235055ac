package io.delayqueue.monitor;

import io.delayqueue.limit.KeyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a topic whose ready tasks wait for other tasks of their key, of one moment.
 *
 * @param order the order of the topic; null as long as it has had no task with a key, and none is declared
 * @param behind number of ready tasks that wait for another one of their key
 * @param hottest the keys with the most such tasks, in this order. Of topics with very many keys they are sampled: each key with more than a
 *     hundredth of the waiting tasks is among them
 */
public record TopicKeys(@Nullable KeyOrder order, long behind, List<KeyTasks> hottest) {

    /** Copies the list. */
    public TopicKeys {
        hottest = List.copyOf(hottest);
    }

    /**
     * Tasks of a key.
     *
     * @param key the key
     * @param first ids of the tasks that are ready or run, or wait for another attempt and block the key
     * @param behind number of ready tasks that wait for those
     */
    public record KeyTasks(String key, List<String> first, long behind) {

        /** Copies the list. */
        public KeyTasks {
            first = List.copyOf(first);
        }
    }
}
