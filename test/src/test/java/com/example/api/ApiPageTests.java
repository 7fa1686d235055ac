package com.example.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.TopicOperations;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.testing.QuotedCode;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code of docs/api.md: the page has it whole, and it works. */
class ApiPageTests {

    private static final Path SOURCES = Path.of("src", "test", "java", "com", "example", "api");

    private static final Path PAGE = Path.of("..", "docs", "api.md");

    private final Tasks tasks = new Tasks();

    private final DelayQueueTestKit kit =
            DelayQueueTestKit.create(engine -> engine.allowCallbacks(List.of(SendMail.class.getName()))
                    .cronSchedule((expression, zone, after) -> after.plus(Duration.ofDays(1))));

    private final Service service = new Service(kit.service());

    private final Inspector inspector = new Inspector(kit.inspector());

    @AfterEach
    void close() {
        kit.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Tasks", "Service", "Callbacks", "Topic", "Inspector"})
    void pageShouldHaveTheWholeClassWithItsImports(String name) throws Exception {
        String code = Files.readString(SOURCES.resolve(name + ".java"));
        assertThat(Files.readString(PAGE)).contains(code.substring(code.indexOf("import")));
        QuotedCode.in(PAGE).assertAllMarked();
        QuotedCode.in(PAGE).assertFrom(SOURCES);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Task.class,
                TaskBuilder.class,
                DelayQueueService.class,
                TaskContext.class,
                TopicOperations.class,
                DelayQueueInspector.class
            })
    void pageShouldHaveEveryMethod(Class<?> type) throws IOException {
        String page = Files.readString(PAGE);
        assertThat(type.getMethods())
                .filteredOn(method -> method.getDeclaringClass() != Object.class)
                .extracting(Method::getName)
                .filteredOn(name -> !name.equals("toString") && !page.contains("." + name + "("))
                .as("methods that no example calls")
                .isEmpty();
    }

    @Test
    void tasksShouldBeAddedAsTheyAre() {
        Instant tomorrow = kit.now().plus(Duration.ofDays(1));
        List<Task> all = List.of(
                tasks.after(42),
                tasks.at(42, tomorrow),
                tasks.eachNight(),
                tasks.withElementType(List.of(new CancelOrder(1))),
                tasks.carryingItsCallback(),
                tasks.copy(tasks.after(44)));
        service.add(all.get(0), all);
        kit.runDue();
        assertThat(kit.tasks())
                .extracting(task -> task.topic().topic())
                .containsExactlyInAnyOrder("cancel-unpaid", "cancel-unpaid", "remind", "sales", "cancel-all", "send");
        assertThat(tasks.read(all.get(1))).contains("orders/remind", tomorrow.toString(), "Second reminder");
        tasks.check("a", "customer-7", Duration.ZERO, tomorrow);
    }

    @Test
    void tasksThatWaitOrAreUniqueShouldBeAddedAsTheyAre() {
        Instant eight = kit.now().plus(Duration.ofHours(8));
        Instant nine = kit.now().plus(Duration.ofHours(9));
        assertThat(outcomes(List.of(tasks.inTheMorning(1, eight, nine), tasks.onceAnHour(1), tasks.firstOfMany(1))))
                .containsOnly(AddResult.Outcome.ADDED);
        assertThat(outcomes(List.of(tasks.onceAnHour(1), tasks.firstOfMany(1))))
                .containsOnly(AddResult.Outcome.EXISTED);
        assertThat(outcomes(List.of(tasks.lastOfMany(1)))).containsExactly(AddResult.Outcome.ADDED);
        assertThat(outcomes(List.of(tasks.lastOfMany(1)))).containsExactly(AddResult.Outcome.REPLACED);
        assertThat(kit.tasks())
                .filteredOn(task -> task.topic().topic().equals("remind"))
                .singleElement()
                .satisfies(task -> assertThat(task.dueAt()).isBetween(eight, nine));
    }

    private List<AddResult.Outcome> outcomes(List<Task> added) {
        return kit.service().addTasks(added).stream().map(AddResult::outcome).toList();
    }

    @Test
    void operationsShouldWorkOnTheTasksThatTheyName() {
        Callbacks callbacks = new Callbacks();
        kit.on("orders", "cancel-unpaid", CancelOrder.class, (order, task) -> {
            if (task.id().equals("cancel-42") && task.attempt() == 1) {
                service.interrupt(
                        kit.service().findTask(task.group(), task.id()).orElseThrow());
            }
            callbacks.cancel(order, task);
        });
        kit.on("orders", "refund", CancelOrder.class, callbacks::refund);
        kit.service().addTasks(List.of(tasks.after(42), tasks.after(43), tasks.after(-44), tasks.eachNight()));
        kit.service()
                .addTask(Task.of("orders", "refund").payload(new CancelOrder(1)).build());
        kit.runDue();
        service.reschedule(kit.now().plus(Duration.ofDays(1)));
        service.repetitions();
        service.countAndOperate();
        new Topic(kit.service()).read();
        kit.runDue();
        assertThat(kit.service().findTask("orders", "cancel-42"))
                .hasValueSatisfying(task -> assertThat(task.attempts()).isOne());
        kit.advance(Duration.ofHours(1));
        assertThat(kit.service().findTask("orders", "cancel-42")).isEmpty();
        TaskInfo dead = kit.service().findTask("orders", "cancel--44").orElseThrow();
        assertThat(dead.state()).isEqualTo(TaskState.DEAD);
        service.deadLetters();
        service.findAndRemove();
        Topic topic = new Topic(kit.service());
        topic.pause();
        topic.requeueAtAPace();
        topic.deadLetters();
        topic.removeAll();
        inspector.lookAhead();
        inspector.instances();
        inspector.limits();
        inspector.keys();
        inspector.whyTasksWait();
        inspector.failures();
        inspector.pastDay();
        inspector.beforeAnUpgrade();
        inspector.afterAManualChangeOfRedis();
        inspector.repetitions(kit.service().findTask("reports", "sales").orElseThrow());
        inspector.progress(kit.service().findTask("reports", "sales").orElseThrow());
        assertThat(kit.tasks()).singleElement().extracting(TaskInfo::id).isEqualTo("sales");
    }
}
