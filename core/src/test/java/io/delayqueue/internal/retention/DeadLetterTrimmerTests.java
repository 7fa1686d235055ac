package io.delayqueue.internal.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.TaskStoreException;
import io.delayqueue.TopicName;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.store.DeadLetterStore;
import io.delayqueue.store.TaskStore;
import io.delayqueue.store.TestPorts;
import io.delayqueue.testing.Drivers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadLetterTrimmerTests {

    private static final DeadLetterRetention RETENTION = new DeadLetterRetention(null, 10);

    private final Queue<String> trimmed = new ConcurrentLinkedQueue<>();

    private volatile Map<String, Set<String>> work = Map.of("g", Set.of("t"));

    private DeadLetterTrimmer trimmer;

    @AfterEach
    void stop() {
        trimmer.handle().stop();
        assertThat(trimmer.handle().join(Duration.ofSeconds(10))).isTrue();
    }

    private void start(Duration interval, ToIntFunction<TopicName> trim) {
        DeadLetterStore store = TestPorts.answering(DeadLetterStore.class, (method, arguments) -> {
            assertThat(arguments[1]).isSameAs(RETENTION);
            TopicName topic = (TopicName) arguments[0];
            trimmed.add(topic.toString());
            return trim.applyAsInt(topic);
        });
        trimmer = new DeadLetterTrimmer(store, RETENTION, () -> work, interval, Drivers.threads());
        trimmer.handle().start();
    }

    private long count(String topic) {
        return trimmed.stream().filter(topic::equals).count();
    }

    @Test
    void topicsOfTheGroupsThatArePushedHereShouldBeTrimmedAtIntervals() {
        work = Map.of("g", new TreeSet<>(List.of("t", "u")));
        start(Duration.ofMillis(20), topic -> 0);
        await().until(() -> count("g/t") >= 3 && count("g/u") >= 3);
        work = Map.of("h", Set.of("t"));
        await().until(() -> count("h/t") >= 3);
        long before = count("g/t");
        await().until(() -> count("h/t") >= 6);
        assertThat(count("g/t")).isLessThanOrEqualTo(before + 1);
    }

    @Test
    void groupThatIsPushedHereAgainShouldBeTrimmedSoon() {
        start(Duration.ofHours(1), topic -> 0);
        await().until(() -> trimmed.size() == 1);
        work = Map.of();
        await().pollDelay(Duration.ofMillis(700)).until(() -> true);
        work = Map.of("g", Set.of("t"));
        await().until(() -> trimmed.size() == 2);
    }

    @Test
    void fullStepsShouldBeFollowedByMoreAtOnce() {
        start(Duration.ofHours(1), topic -> count("g/t") < 5 ? TaskStore.MAX_BATCH : TaskStore.MAX_BATCH - 1);
        await().until(() -> trimmed.size() == 5);
        await().during(Duration.ofMillis(700)).until(() -> trimmed.size() == 5);
    }

    @Test
    void topicWithoutEndShouldNotKeepTheOthersWaiting() {
        work = Map.of("g", new TreeSet<>(List.of("endless", "u")));
        start(Duration.ofHours(1), topic -> topic.topic().equals("u") ? 0 : TaskStore.MAX_BATCH);
        await().until(() -> count("g/u") == 1);
        long before = count("g/endless");
        await().until(() -> count("g/endless") > before);
    }

    @Test
    void afterAStopNoFurtherTopicShouldBeAsked() {
        work = Map.of("g", Set.of("t", "u", "v"), "h", Set.of("t", "u", "v"));
        start(Duration.ofMillis(20), topic -> {
            trimmer.handle().stop();
            return 0;
        });
        assertThat(trimmer.handle().join(Duration.ofSeconds(10))).isTrue();
        assertThat(trimmed).hasSize(1);
    }

    @Test
    void storeThatRefusesShouldBeAskedAgainAndCostTheOtherGroupsNothing() {
        Map<String, Set<String>> badFirst = new LinkedHashMap<>();
        badFirst.put("bad", Set.of("t"));
        badFirst.put("good", Set.of("t"));
        work = badFirst;
        start(Duration.ofHours(1), topic -> {
            if (topic.group().equals("bad")) {
                throw new TaskStoreException("no", new IllegalStateException());
            }
            return 0;
        });
        await().until(() -> count("bad/t") >= 3);
        assertThat(count("good/t")).isEqualTo(1);
    }

    @Test
    void failureThatIsNoneOfTheStoresShouldNotEndTheThread() {
        start(Duration.ofHours(1), topic -> {
            if (trimmed.size() < 3) {
                throw new StackOverflowError();
            }
            return 0;
        });
        await().until(() -> trimmed.size() == 3);
    }
}
