package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskSchedule;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueSchedule;
import io.delayqueue.engine.DelayQueueEngine;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** Repeating tasks declared in code, by several instances of an application on a real Redis. */
@ExtendWith(OutputCaptureExtension.class)
class DeclaredSchedulesIT {

    private static final Queue<Instant> RUNS = new ConcurrentLinkedQueue<>();

    static class Reports {

        @DelayQueueListener(group = "${shop.group}", topic = "report")
        @DelayQueueSchedule(id = "report", cron = "${report.cron}", zone = "Europe/Berlin")
        void report(TaskContext context) {
            RUNS.add(context.dueAt());
        }
    }

    private final String group = "g" + UUID.randomUUID();

    private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

    @AfterEach
    void close() {
        instances.forEach(ConfigurableApplicationContext::close);
        RUNS.clear();
    }

    private ConfigurableApplicationContext startOne(String cron) {
        return startOne(cron, () -> {});
    }

    /** @param prepared called when the environment is prepared, with the logging of the JVM */
    private ConfigurableApplicationContext startOne(String cron, Runnable prepared) {
        return ShopApplication.start(
                group,
                beans -> {
                    prepared.run();
                    beans.registerBean(Reports.class);
                    beans.registerBean(
                            "monthly",
                            TaskSchedule.class,
                            () -> TaskSchedule.of(Task.of(group, "remind")
                                    .id("monthly")
                                    .payload("hello")
                                    .repeat(Repeat.fixedRate(Duration.ofDays(30)))
                                    .delay(Duration.ofDays(30))
                                    .build()));
                },
                "report.cron=" + cron,
                // It is skipped on the threads of tests only.
                "spring.docker.compose.enabled=false",
                "logging.level.io.delayqueue.internal.service.DeclaredSchedules=INFO");
    }

    /** Starts two instances at once, one environment after the other: the JVM has one logging system. */
    private void startTwo(String cron) {
        CompletableFuture<Void> firstIsPrepared = new CompletableFuture<>();
        CompletableFuture<Void> bothArePrepared = new CompletableFuture<>();
        CompletableFuture<ConfigurableApplicationContext> first =
                CompletableFuture.supplyAsync(() -> startOne(cron, () -> {
                    firstIsPrepared.complete(null);
                    bothArePrepared.orTimeout(1, TimeUnit.MINUTES).join();
                }));
        firstIsPrepared.orTimeout(1, TimeUnit.MINUTES).join();
        instances.add(startOne(cron, () -> bothArePrepared.complete(null)));
        instances.add(first.join());
    }

    private DelayQueueService service() {
        return instances.get(0).getBean(DelayQueueService.class);
    }

    private TaskInfo report() {
        return service().findTask(group, "report").orElseThrow();
    }

    /** Two applications that start at once in one JVM may both print a line of the log. */
    private static long count(CapturedOutput output, String words) {
        return output.toString()
                .lines()
                .filter(line -> line.contains(words))
                .distinct()
                .count();
    }

    @Test
    void severalInstancesShouldHaveOneOfEach(CapturedOutput output) {
        startTwo("* * * * * *");
        await().until(() -> RUNS.size() >= 3);
        assertThat(RUNS).as("each time once").doesNotHaveDuplicates();
        assertThat(instances
                        .get(0)
                        .getBean(DelayQueueEngine.class)
                        .inspector()
                        .repeatingTasks(group, null, 10)
                        .tasks())
                .extracting(TaskInfo::id)
                .containsExactly("monthly", "report");
        assertThat(service().findTask(group, "monthly").orElseThrow().payload()).isEqualTo("\"hello\"");
        assertThat(report().headers()).containsKey(TaskSchedule.HEADER);
        assertThat(count(
                        output,
                        "The schedule report of " + group
                                + "/report is added: Cron[expression=* * * * * *, zone=Europe/Berlin]"))
                .isEqualTo(1);
    }

    @Test
    void changedExpressionShouldTakeEffectAndBeLoggedOnceInTheWholeCluster(CapturedOutput output) {
        startTwo("0 0 3 1 1 *");
        Instant yearly = report().dueAt();
        instances.forEach(ConfigurableApplicationContext::close);
        instances.clear();
        startTwo("0 0 3 * * *");
        assertThat(report().options().repeat()).isEqualTo(Repeat.cron("0 0 3 * * *", ZoneId.of("Europe/Berlin")));
        assertThat(report().dueAt())
                .isBeforeOrEqualTo(yearly)
                .isBefore(Instant.now().plus(Duration.ofDays(2)));
        assertThat(count(
                        output,
                        "The schedule report of " + group
                                + "/report is changed as declared: Cron[expression=0 0 3 * * *,"))
                .isEqualTo(1);
        assertThat(count(output, "The schedule monthly")).as("unchanged ones").isEqualTo(1);
    }

    @Test
    void pauseShouldSurviveAStartAndWhatIsNoLongerDeclaredShouldStay() {
        instances.add(startOne("0 0 3 1 1 *"));
        service().pauseRepeat(group, "report");
        instances.remove(0).close();
        instances.add(startOne("0 0 3 * * *"));
        assertThat(report().options().paused()).isTrue();
        assertThat(report().stateUntil()).isNull();
        assertThat(report().options().repeat()).isEqualTo(Repeat.cron("0 0 3 * * *", ZoneId.of("Europe/Berlin")));
        instances.remove(0).close();
        instances.add(ShopApplication.start(group));
        assertThat(report().options().paused()).isTrue();
    }

    private Set<String> orphans() {
        return instances
                .get(0)
                .getBean(DelayQueueEngine.class)
                .inspector()
                .repeatingTasks(group, null, 10)
                .orphans();
    }

    @Test
    void taskThatNoRunningApplicationDeclaresShouldBeAnOrphan() {
        instances.add(ShopApplication.start(group));
        instances.add(startOne("0 0 3 1 1 *"));
        assertThat(report().headers()).containsKey(TaskSchedule.HEADER);
        await().untilAsserted(() -> assertThat(orphans()).isEmpty());
        instances.remove(1).close();
        await().untilAsserted(() -> assertThat(orphans()).containsExactlyInAnyOrder("monthly", "report"));
        instances.add(startOne("0 0 3 1 1 *"));
        await().untilAsserted(() -> assertThat(orphans()).isEmpty());
    }

    @Test
    void lastInstanceThatStartsShouldWin() {
        instances.add(startOne("0 0 3 1 1 *"));
        instances.add(startOne("0 0 4 1 1 *"));
        assertThat(report().options().repeat()).isEqualTo(yearly("0 0 4 1 1 *"));
        instances.add(startOne("0 0 3 1 1 *"));
        assertThat(report().options().repeat()).isEqualTo(yearly("0 0 3 1 1 *"));
        service().changeRepeat(group, "report", null, yearly("0 0 5 1 1 *"));
        instances.remove(0).close();
        assertThat(report().options().repeat()).as("an operator's change").isEqualTo(yearly("0 0 5 1 1 *"));
    }

    private static Repeat yearly(String expression) {
        return Repeat.cron(expression, ZoneId.of("Europe/Berlin"));
    }

    @Test
    void idOfAnotherTaskShouldBeReportedAndNotStopTheStart(CapturedOutput output) {
        instances.add(ShopApplication.start(group));
        service()
                .addTask(Task.of(group, "remind")
                        .id("report")
                        .delay(Duration.ofHours(1))
                        .build());
        service()
                .addTask(Task.of(group, "remind")
                        .id("monthly")
                        .delay(Duration.ofHours(1))
                        .build());
        instances.add(startOne("0 0 3 * * *"));
        assertThat(report().topic().topic()).isEqualTo("remind");
        assertThat(output)
                .contains("The schedule report of " + group + "/report is declared, but cannot be added")
                .contains("The schedule monthly of " + group
                        + "/remind is declared, but a task that runs once has its id");
    }
}
