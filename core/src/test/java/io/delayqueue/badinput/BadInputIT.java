package io.delayqueue.badinput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.AddQueueLimits;
import io.delayqueue.BatchFailedException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import io.delayqueue.RetryTaskException;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Tag;
import io.delayqueue.TaggedTasks;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskMessage;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.BatchOptions;
import io.delayqueue.callback.TopicCallback;
import io.delayqueue.callback.TopicCallbacks;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.EngineExtensions;
import io.delayqueue.engine.EngineSettings;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.HistoryRule;
import io.delayqueue.history.TopicHistory;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.Rate;
import io.delayqueue.limit.TopicLimits;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.TaskLease;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.redis.Durability;
import io.delayqueue.redis.RedisBackend;
import io.delayqueue.redis.RedisConnections;
import io.delayqueue.store.DeadLetterRetention;
import io.delayqueue.testing.RedisContents;
import io.delayqueue.testing.RedisServer;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad input to every public method: the exact answer, and nothing written, not even something that is undone. */
class BadInputIT {

    private static final List<Class<?>> ENTRANCES = List.of(
            AllowedCallbacks.class,
            DeadLetterRetention.class,
            BatchFailedException.class,
            BatchOptions.class,
            DelayQueueEngine.class,
            DelayQueueEngineBuilder.class,
            EngineExtensions.class,
            DelayQueueInspector.class,
            DelayQueueService.class,
            Durability.class,
            EngineSettings.class,
            ExponentialBackoff.class,
            HistoryQuery.class,
            HistoryRule.class,
            Limit.class,
            PullOptions.class,
            PulledTask.class,
            RedisBackend.class,
            Rate.class,
            RedisConnections.class,
            Repeat.class,
            Repeat.Cron.class,
            Repeat.FixedDelay.class,
            Repeat.FixedRate.class,
            RetryTaskException.class,
            ServiceRegister.class,
            Tag.class,
            TaggedTasks.class,
            Task.class,
            TaskSchedule.class,
            Task.CallbackSpec.class,
            TaskContext.class,
            AddQueueLimits.class,
            TaskBuilder.class,
            TaskLease.class,
            TaskMessage.class,
            TaskPuller.class,
            TopicCallback.class,
            TopicCallbacks.class,
            TopicHistory.class,
            TopicLimits.class,
            TopicName.class,
            TopicOperations.class,
            TopicOptions.Builder.class);

    /** They have an answer to everything. */
    private static final Set<String> PATIENT = Set.of(
            "BatchFailedException.hasBegun",
            "DelayQueueEngine.setReady",
            "DelayQueueEngineBuilder.consume",
            "ExponentialBackoff.delayAfter",
            "HistoryQuery.from",
            "HistoryQuery.outcome",
            "HistoryQuery.tag",
            "HistoryRule.payload",
            "HistoryRule.records",
            "HistoryRule.result",
            "Task.with",
            "TaskContext.result",
            "TaskContext.returned",
            "TopicCallback.isNeverNull",
            "TopicCallbacks.get",
            "TopicHistory.clear",
            "TopicName.isValid",
            "TopicOptions.Builder.history",
            "TopicOptions.Builder.retryPolicy",
            "TopicOptions.Builder.whenExpired");

    private static final RedisServer SERVER = RedisServer.start();

    private static Subject subject;

    @BeforeAll
    static void prepare() {
        subject = new Subject(SERVER);
        assertThat(RedisContents.of(SERVER.client()).keys()).isGreaterThan(8);
    }

    @AfterAll
    static void close() {
        subject.close();
        SERVER.close();
    }

    static Stream<BadInput> cases() {
        return Stream.of(
                        NameCases.all(),
                        TaskCases.all(),
                        AddCases.all(),
                        OperationCases.all(),
                        EngineCases.all(),
                        StoreCases.all(),
                        PullCases.all(),
                        LimitCases.all(),
                        HistoryCases.all())
                .flatMap(cases -> cases);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void badInputIsAnsweredExactlyAndWritesNothing(BadInput input) {
        RedisContents before = RedisContents.of(SERVER.client());
        assertThatThrownBy(() -> input.call().on(subject), input.name())
                .isExactlyInstanceOf(input.type())
                .hasMessage(input.message())
                .satisfies(BadInputIT::namesItsField);
        assertThat(RedisContents.of(SERVER.client())).as(input.name()).isEqualTo(before);
    }

    private static void namesItsField(Throwable failure) {
        if (failure instanceof InvalidTaskException invalid) {
            assertThat(invalid.getMessage()).startsWith(invalid.field() + " ");
        }
    }

    @Test
    void everyMethodThatTakesSomethingHasACase() {
        Set<String> methods = ENTRANCES.stream().flatMap(BadInputIT::methods).collect(Collectors.toSet());
        methods.removeAll(PATIENT);
        Set<String> covered = cases().map(BadInput::name)
                .map(name -> name.substring(0, name.indexOf(':')))
                .collect(Collectors.toSet());
        assertThat(covered).containsExactlyInAnyOrderElementsOf(methods);
    }

    private static Stream<String> methods(Class<?> type) {
        String name =
                type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
        return Stream.concat(
                takers(type.getConstructors()).map(constructor -> "new " + name),
                takers(type.getDeclaredMethods())
                        .filter(method -> !method.isSynthetic())
                        .filter(method -> !method.getName().equals("equals"))
                        .map(method -> name + "." + method.getName()));
    }

    private static <E extends Executable> Stream<E> takers(E[] executables) {
        return Arrays.stream(executables)
                .filter(executable ->
                        Modifier.isPublic(executable.getModifiers()) && executable.getParameterCount() > 0);
    }

    @Test
    void whatIsPatientAnswersNull() {
        assertThat(TopicName.isValid(null)).isFalse();
        assertThat(new TopicCallbacks().get(null)).isNull();
        assertThat(Task.of("g", "t").payload(null).build().payload()).isNull();
    }

    @Test
    void theContentsTellAWriteEvenIfItIsUndone() {
        try (RedisServer server = RedisServer.start();
                Subject changing = new Subject(server)) {
            RedisContents first = RedisContents.of(server.client());
            assertThat(RedisContents.of(server.client())).isEqualTo(first);
            assertThat(changing.topic().list(TaskState.DELAYED, null, 10).tasks())
                    .hasSize(1);
            assertThat(RedisContents.of(server.client())).isEqualTo(first);
            changing.topic().pause();
            RedisContents paused = RedisContents.of(server.client());
            assertThat(paused.digest()).isNotEqualTo(first.digest());
            changing.topic().resume();
            assertThat(RedisContents.of(server.client()).writes()).isNotEqualTo(first.writes());
        }
    }
}
