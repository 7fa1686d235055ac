package io.delayqueue.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.BatchCallback;
import io.delayqueue.BatchFailedException;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskMessage;
import io.delayqueue.TaskState;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches in virtual time. */
class KitBatchTests extends WithKit {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private int attempts = 2;

    private void onBatch(BatchOptions sizes, BatchCallback<String> callback) {
        kit.queue()
                .onBatch(
                        "g",
                        "t",
                        String.class,
                        (tasks, context) -> {
                            log(tasks.stream().map(task -> task.payload()).collect(Collectors.joining("")));
                            callback.call(tasks, context);
                        },
                        TopicOptions.builder()
                                .concurrency(1)
                                .maxAttempts(attempts)
                                .batch(sizes)
                                .build());
    }

    private void add(String... ids) {
        Stream.of(ids).map(this::task).forEach(task -> add(task.at(START.plus(SECOND))));
    }

    @Test
    void tasksShouldRunInBatchesUpToTheSize() {
        onBatch(new BatchOptions(2, 1, null), (tasks, context) -> {});
        add("a", "b", "c");
        kit.advance(SECOND);
        assertThat(log).containsExactly("ab@1.0s", "c@1.0s");
        assertThat(history()).containsExactly("a#1@1.0s FINISHED", "b#1@1.0s FINISHED", "c#1@1.0s FINISHED");
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void namedTasksShouldFailAloneAndHaveTheirOwnHistory() {
        onBatch(new BatchOptions(10, 1, null), (tasks, context) -> {
            if (tasks.size() == 3) {
                throw new BatchFailedException(Map.of(1, new IllegalStateException("b")));
            }
        });
        add("a", "b", "c");
        kit.advance(Duration.ofHours(1));
        assertThat(history()).hasSize(4).startsWith("a#1@1.0s FINISHED", "b#1@1.0s RETRIED", "c#1@1.0s FINISHED");
        assertThat(kit.deliveries().get(1).failure()).hasMessage("b");
        assertThat(kit.deliveries().get(3).id()).isEqualTo("b");
        assertThat(kit.deliveries().get(3).attempt()).isEqualTo(2);
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void taskThatFailsItsBatchesShouldDieAlone() {
        attempts = 4;
        onBatch(new BatchOptions(8, 1, null), (tasks, context) -> {
            if (tasks.stream().anyMatch(task -> task.payload().equals("f"))) {
                throw new IllegalStateException("f");
            }
        });
        add("a", "b", "c", "d", "e", "f", "g", "h");
        kit.advance(Duration.ofDays(1));
        assertThat(calls()).isEqualTo("abcdefgh abcd efgh ef gh e f");
        assertThat(kit.tasks()).extracting(TaskInfo::id).containsExactly("f");
    }

    @Test
    void tasksBehindAStopShouldBeGivenBack() {
        onBatch(new BatchOptions(10, 1, null), (tasks, context) -> {
            if (tasks.size() == 3) {
                throw BatchFailedException.stoppedAt(1, new IllegalStateException("b"));
            }
        });
        add("a", "b", "c");
        kit.advance(SECOND);
        assertThat(log).containsExactly("abc@1.0s", "c@1.0s");
        assertThat(history().get(3)).isEqualTo("c#1@1.0s FINISHED");
    }

    @Test
    void batchShouldWaitForItsLeastNumberAndNoLongerThanItsWait() {
        onBatch(new BatchOptions(10, 3, Duration.ofSeconds(5)), (tasks, context) -> {});
        add("a", "b");
        add(task("c").at(START.plusSeconds(2)));
        add(task("d").at(START.plusSeconds(10)));
        kit.advance(Duration.ofMinutes(1));
        assertThat(log).containsExactly("abc@2.0s", "d@15.0s");
    }

    @Test
    void crashShouldRedeliverTheWholeBatch() {
        attempts = 3;
        onBatch(new BatchOptions(10, 1, null), (tasks, context) -> {});
        kit.nextCallback("g", "t").crashesAfter();
        add("a", "b");
        kit.advance(Duration.ofMinutes(1));
        assertThat(log).hasSize(2).allMatch(batch -> batch.startsWith("ab@"));
        assertThat(kit.deliveries().stream().map(delivery -> delivery.id() + delivery.attempt()))
                .containsExactlyElementsOf(List.of("a1", "b1", "a2", "b2"));
    }

    @ParameterizedTest
    @CsvSource({"ab, abcd ab a b c d", "cd, abcd ab cd c d"})
    void crashInAPieceShouldRedeliverWhatHasNoOutcomeAndBeginNothing(String piece, String calls) {
        attempts = 3;
        onBatch(new BatchOptions(4, 1, null), (tasks, context) -> {
            String ids = tasks.stream().map(TaskMessage::payload).collect(Collectors.joining());
            if (ids.equals("abcd")) {
                throw new IllegalStateException(ids);
            }
            if (ids.equals(piece)) {
                kit.crash();
            }
        });
        add("a", "b", "c", "d");
        kit.advance(Duration.ofHours(1));
        assertThat(calls()).isEqualTo(calls);
        assertThat(kit.tasks()).isEmpty();
        assertThat(history()).filteredOn(line -> line.endsWith("FINISHED")).hasSize(4);
    }

    @Test
    void pieceShouldBeginWhenTheWorkOfTheOneBeforeHasEnded() {
        List<CompletableFuture<Void>> works = new ArrayList<>();
        onBatch(new BatchOptions(2, 1, null), (tasks, context) -> {
            works.add(new CompletableFuture<>());
            context.completeWith(works.get(works.size() - 1));
        });
        add("a", "b");
        kit.advance(SECOND);
        works.get(0).completeExceptionally(new IllegalStateException("for the test"));
        kit.advance(Duration.ofMinutes(1));
        assertThat(calls()).isEqualTo("ab a");
        assertThat(kit.tasks()).extracting(TaskInfo::state).containsOnly(TaskState.RESERVED);
        works.get(1).complete(null);
        kit.runDue();
        assertThat(calls()).isEqualTo("ab a b");
        works.get(2).complete(null);
        kit.runDue();
        assertThat(kit.tasks()).isEmpty();
    }

    @Test
    void tasksOfAPieceThatWaitsShouldKeepTheirLeasesHoweverLongTheOneBeforeRuns() {
        onBatch(new BatchOptions(2, 1, null), (tasks, context) -> {
            if (tasks.size() == 2) {
                throw new IllegalStateException("both");
            }
            kit.spend(Duration.ofHours(1));
        });
        add("a", "b");
        kit.advance(Duration.ofDays(1));
        assertThat(calls()).isEqualTo("ab a b");
        assertThat(kit.tasks()).isEmpty();
    }

    private String calls() {
        return log.stream().map(call -> call.replaceAll("@.*", "")).collect(Collectors.joining(" "));
    }
}
