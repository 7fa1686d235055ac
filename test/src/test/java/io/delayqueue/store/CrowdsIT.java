package io.delayqueue.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicStep;
import io.delayqueue.memory.MemoryUnderTest;
import io.delayqueue.redis.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Thousands of tasks in a few milliseconds of the past and of the far future, more than the precision of scores: all orders,
 * pages and results are the same in memory and on Redis.
 */
class CrowdsIT {

    private static final Duration LEASE = Duration.ofDays(1);

    private static final List<String> TOPICS = List.of("t", "tt");

    private static final int IDS = 4_000;

    private static final int CALLS = 14;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22})
    void crowdsShouldStandAlike(long seed) {
        List<String> memory = new Crowd(new MemoryUnderTest(), new Random(seed)).answers();
        List<String> redis = new Crowd(Topology.STANDALONE, new Random(seed)).answers();
        assertThat(memory).hasSizeGreaterThan(10_000).isEqualTo(redis);
    }

    /** Crowd of tasks, with the results of a store. */
    private static final class Crowd {

        private final String group = "g" + UUID.randomUUID();

        private final StoreUnderTest store;

        private final Random random;

        private final List<String> answers = new ArrayList<>();

        Crowd(StoreUnderTest store, Random random) {
            this.store = store;
            this.random = random;
        }

        List<String> answers() {
            for (int call = 0; call < CALLS; call++) {
                add();
                if (call % 4 == 3) {
                    push();
                }
                for (int i = 0; i < 20; i++) {
                    String id = id();
                    answers.add(id + store.tasks().reschedule(group, id, time(), false));
                }
            }
            push();
            pages(TaskState.READY);
            pages(TaskState.DELAYED);
            reserveAll();
            for (String topic : TOPICS) {
                removeAll(new TopicName(group, topic));
            }
            store.audit(group);
            return answers;
        }

        private String id() {
            return "a" + random.nextInt(IDS);
        }

        /** Mostly the same few milliseconds, more tasks than the precision of scores. */
        private long time() {
            long start = List.of(1_000L, 2_500_000_000_000L, 5_000_000_000_000L)
                    .get(random.nextInt(8) / 6 * (1 + random.nextInt(2)));
            return start + random.nextInt(3) / 2;
        }

        private void add() {
            List<NewTask> tasks = new ArrayList<>();
            for (int i = 0; i < TaskStore.MAX_BATCH; i++) {
                String topic = TOPICS.get(random.nextInt(5) / 4);
                byte[] detail = ("\"" + topic + "\"," + random.nextInt(2) + "]").getBytes(UTF_8);
                Priority priority = Priority.values()[random.nextInt(8) / 5];
                IfExists ifExists = random.nextInt(4) == 0 ? IfExists.REPLACE : IfExists.KEEP;
                tasks.add(new NewTask(topic, id(), time(), false, detail, TestTasks.mode(priority, ifExists, false)));
            }
            store.tasks().add(group, tasks).forEach(status -> answers.add(status.toString()));
        }

        private void push() {
            int due = 0;
            PushResult pushed;
            do {
                pushed = store.tasks().push(group, "i", TOPICS, ExpectedTime.NONE);
                due += pushed.due();
            } while (pushed.waitMicros() == 0);
            answers.add(due + " due, then " + pushed.nextTopic());
        }

        private void pages(TaskState state) {
            for (String topic : TOPICS) {
                String cursor = null;
                do {
                    TaskPage page = store.topics().list(new TopicName(group, topic), state, cursor, 61, true);
                    page.tasks().forEach(task -> answers.add(words(task)));
                    cursor = page.cursor();
                    answers.add(cursor == null ? "the end" : "and more");
                } while (cursor != null);
            }
        }

        private static String words(@Nullable TaskInfo task) {
            return task == null
                    ? "nothing"
                    : task.id() + task.dueAt() + task.stateUntil() + task.priority() + task.payload();
        }

        private void reserveAll() {
            for (String topic : TOPICS) {
                Reservation given;
                do {
                    given = store.tasks().reserve(new TopicName(group, topic), "i", LEASE, 37);
                    for (ReservedTask task : given.tasks()) {
                        answers.add(task.delivery().topic() + task.delivery().id() + " " + task.dueAt()
                                + new String(task.detail(), UTF_8));
                    }
                    answers.add(given.remaining() + " left");
                } while (given.remaining() > 0);
            }
        }

        private void removeAll(TopicName topic) {
            int removed = 0;
            String from = null;
            do {
                TopicStep step = store.topics().removeTasks(topic, from);
                removed += step.tasks();
                from = step.next();
            } while (from != null);
            answers.add(removed + " removed");
        }
    }
}
