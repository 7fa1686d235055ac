package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.memory.MemoryUnderTest;
import io.delayqueue.redis.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several hundred topics with backlogs of different lengths and with leases that have ended: each push serves the same topics with the
 * same shares in memory and on Redis, also one that reserves.
 */
class TurnsAgreeIT {

    private static final Duration LEASE = Duration.ofDays(1);

    @ParameterizedTest(name = "{0} topics")
    @ValueSource(ints = {3, 40, 300})
    void pushesShouldServeTopicsAlike(int topics) {
        List<String> memory = new Turns(new MemoryUnderTest(), topics).answers();
        List<String> redis = new Turns(Topology.STANDALONE, topics).answers();
        assertThat(memory).hasSizeGreaterThan(40).isEqualTo(redis);
    }

    /** Topics whose tasks are due at different times, with the results of a store. */
    private static final class Turns {

        private final String group = "g" + UUID.randomUUID();

        private final StoreUnderTest store;

        private final int topics;

        private final Random random;

        private final List<String> answers = new ArrayList<>();

        Turns(StoreUnderTest store, int topics) {
            this.store = store;
            this.topics = topics;
            this.random = new Random(topics);
        }

        List<String> answers() {
            add(1_000_000);
            pushAll();
            for (int i = 0; i < topics; i++) {
                Duration lease = random.nextInt(3) > 0 ? Duration.ofMillis(1) : LEASE;
                store.tasks().reserve(topic(i), "i", lease, 1 + random.nextInt(200));
            }
            add(2_000_000);
            untilTheNextMillisecond();
            pushAll();
            store.audit(group);
            return answers;
        }

        private TopicName topic(int i) {
            return new TopicName(group, "t" + i);
        }

        /** Adds tasks for a dozen pushes: most to a quarter of the topics. */
        private void add(long start) {
            for (int i = 0; i < topics; i++) {
                int backlog = i % 4 == 0 ? 6_000 / (1 + topics / 4) : 5;
                for (int from = 0; from < backlog; from += TaskStore.MAX_BATCH) {
                    List<NewTask> tasks = new ArrayList<>();
                    for (int n = from; n < Math.min(backlog, from + TaskStore.MAX_BATCH); n++) {
                        String name = topic(i).topic();
                        byte[] detail = ("\"" + name + "\",null]").getBytes(UTF_8);
                        String id = name + "-" + start + "-" + n;
                        tasks.add(new NewTask(name, id, start + random.nextInt(1_000), false, detail));
                    }
                    store.tasks().add(group, tasks);
                }
            }
        }

        private void pushAll() {
            PushResult pushed;
            do {
                // Turns are by the millisecond of the push.
                untilTheNextMillisecond();
                pushed = random.nextBoolean() ? store.tasks().push(group, "i", List.of()) : pushAndReserve();
                answers.add(pushed.due() + " due, " + new TreeMap<>(pushed.expired()) + " ended, "
                        + (pushed.waitMicros() == 0 ? "more of " + pushed.nextTopic() : "no more"));
                answers.add(ready());
            } while (pushed.waitMicros() == 0);
        }

        private PushResult pushAndReserve() {
            TopicName topic = topic(random.nextInt(topics));
            PushAndReserveResult both =
                    store.tasks().pushAndReserve(topic, "i", List.of(), LEASE, 1 + random.nextInt(300));
            Reservation given = both.reservation();
            assertThat(given).isNotNull();
            answers.add("reserved of " + topic.topic() + ": "
                    + given.tasks().stream().map(task -> task.delivery().id()).toList() + ", left "
                    + given.remaining());
            return both.push();
        }

        /** Number of ready tasks of each topic, up to that of a page. */
        private String ready() {
            StringBuilder ready = new StringBuilder("ready:");
            for (int i = 0; i < topics; i++) {
                ready.append(' ')
                        .append(store.topics()
                                .list(topic(i), TaskState.READY, null, TaskStore.MAX_BATCH, false)
                                .tasks()
                                .size());
            }
            return ready.toString();
        }

        private void untilTheNextMillisecond() {
            long now = store.tasks().time(group);
            while (store.tasks().time(group) == now) {
                Thread.onSpinWait();
            }
        }
    }
}
