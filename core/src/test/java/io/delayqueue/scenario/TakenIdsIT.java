package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.IfExists;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Priority;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.engine.TestEngines;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A generated id that belongs to a task of another instance. */
class TakenIdsIT {

    /** Kinds of adds. */
    enum Way {
        ALONE((service, task) -> service.addTask(task)),
        MANY((service, task) -> service.addTasks(List.of(task)).get(0)),
        ASYNCHRONOUS((service, task) -> service.addTaskAsync(task).join());

        final BiFunction<DelayQueueService, Task, AddResult> add;

        Way(BiFunction<DelayQueueService, Task, AddResult> add) {
            this.add = add;
        }
    }

    @RegisterExtension
    private final TestEngines engines = new TestEngines();

    private final DelayQueueService service = engines.build().service();

    private final DelayQueueService other = engines.build().service();

    private TaskBuilder builder() {
        return engines.builder().payload("p").delay(Duration.ofHours(1));
    }

    /** Adds a task that has the same id, as if both instances had drawn it. */
    private void take(Task task, UnaryOperator<TaskBuilder> change) {
        other.addTask(change.apply(builder()).id(task.id()).build());
    }

    private void requireTwo(Task task, String taken, AddResult added) {
        assertThat(added.outcome()).isEqualTo(AddResult.Outcome.ADDED);
        assertThat(added.id()).isEqualTo(task.id()).hasSize(13).isNotEqualTo(taken);
        assertThat(service.findTask(engines.group(), taken)).isPresent();
        assertThat(service.findTask(engines.group(), added.id())).isPresent();
        assertThat(engines.server().client().hlen("{" + engines.group() + "}:DETAIL"))
                .isEqualTo(2);
    }

    static Stream<Arguments> takers() {
        return Stream.of(Way.values())
                .flatMap(way -> Stream.<UnaryOperator<TaskBuilder>>of(same -> same, task -> task.payload("q"))
                        .map(change -> Arguments.of(way, change)));
    }

    @ParameterizedTest
    @MethodSource("takers")
    void generatedIdOfAnotherTaskShouldBeDrawnAgain(Way way, UnaryOperator<TaskBuilder> change) {
        Task task = builder().build();
        String taken = task.id();
        take(task, change);
        requireTwo(task, taken, way.add.apply(service, task));
    }

    @ParameterizedTest
    @MethodSource("takers")
    void taskWithAGeneratedIdShouldNotReplaceAnotherOne(Way way, UnaryOperator<TaskBuilder> change) {
        Task task = builder().ifExists(IfExists.REPLACE).priority(Priority.HIGH).build();
        String taken = task.id();
        take(task, change);
        AddResult added = way.add.apply(service, task);
        requireTwo(task, taken, added);
        assertThat(service.findTask(engines.group(), added.id()).orElseThrow().priority())
                .isEqualTo(Priority.HIGH);
    }

    @Test
    void generatedIdOfAnotherTopicShouldBeDrawnAgain() {
        Task task = builder().ifExists(IfExists.FAIL).build();
        String taken = task.id();
        other.addTask(Task.of(engines.group(), "u")
                .id(taken)
                .delay(Duration.ofHours(1))
                .build());
        requireTwo(task, taken, service.addTask(task));
    }

    @Test
    void takenIdAmongManyShouldBeDrawnAgainAlsoIfAnotherTaskIsRefused() {
        other.addTask(Task.of(engines.group(), "u")
                .id("mine")
                .delay(Duration.ofHours(1))
                .build());
        Task task = builder().build();
        String taken = task.id();
        take(task, same -> same);
        Task refused = builder().id("mine").build();
        assertThatThrownBy(() -> service.addTasks(List.of(refused, task))).isInstanceOf(InvalidTaskException.class);
        assertThat(task.id()).isNotEqualTo(taken);
        assertThat(service.findTask(engines.group(), task.id())).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void taskThatIsAddedTwiceShouldBeOneTask(Way way) {
        Task task = builder().build();
        String taken = task.id();
        take(task, same -> same);
        requireTwo(task, taken, way.add.apply(service, task));
        AddResult again = way.add.apply(other, task);
        assertThat(again.outcome()).isEqualTo(AddResult.Outcome.EXISTED);
        assertThat(again.id()).isEqualTo(task.id());
        assertThat(service.addTasks(List.of(task, task)))
                .extracting(AddResult::outcome)
                .containsOnly(AddResult.Outcome.EXISTED);
        assertThat(engines.server().client().hlen("{" + engines.group() + "}:DETAIL"))
                .isEqualTo(2);
    }
}
