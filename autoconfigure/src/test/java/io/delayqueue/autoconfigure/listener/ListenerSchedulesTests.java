package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskSchedule;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueSchedule;
import io.delayqueue.autoconfigure.listener.Listening.Schedules;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Repeating tasks that listeners declare. */
class ListenerSchedulesTests {

    static class Reports {

        @DelayQueueListener(group = "g", topic = "nightly")
        @DelayQueueSchedule(cron = "0 0 3 * * *", zone = "Europe/Berlin")
        void nightly() {}

        @DelayQueueListener(group = "g", topic = "often")
        @DelayQueueSchedule(id = "every-minute", fixedRate = "1m", initialDelay = "PT5S")
        void often(TaskContext context) {}

        @DelayQueueListener(group = "g", topic = "slowly")
        @DelayQueueSchedule(fixedDelay = "#{@delay}", enabled = "${slowly:true}")
        void slowly() {}
    }

    static class Any {

        @DelayQueueListener(group = "g", topic = "any")
        @DelayQueueSchedule(
                id = "${id:}",
                cron = "${cron:}",
                zone = "${zone:UTC}",
                fixedRate = "${rate:}",
                fixedDelay = "${delay:}",
                initialDelay = "${initial:}",
                enabled = "${enabled:true}")
        void any() {}
    }

    static class Alone {

        @DelayQueueSchedule(fixedRate = "1m")
        void alone() {}
    }

    static class WithPayload {

        @DelayQueueListener(group = "g", topic = "t")
        @DelayQueueSchedule(fixedRate = "1m")
        void consume(String payload) {}
    }

    private static List<Task> tasks(Schedules schedules) {
        return schedules.all().stream().map(TaskSchedule::task).toList();
    }

    @Test
    void schedulesShouldBeDeclaredWithTheirTopics() {
        Listening.to(Reports.class)
                .withBean("delay", Duration.class, () -> Duration.ofSeconds(90))
                .run(context -> {
                    List<Task> tasks = tasks(context.getBean(Schedules.class));
                    assertThat(tasks)
                            .extracting(Task::id, Task::repeat, Task::delay)
                            .containsExactlyInAnyOrder(
                                    tuple(
                                            "schedule-nightly",
                                            Repeat.cron("0 0 3 * * *", ZoneId.of("Europe/Berlin")),
                                            Duration.ZERO),
                                    tuple(
                                            "every-minute",
                                            Repeat.fixedRate(Duration.ofMinutes(1)),
                                            Duration.ofSeconds(5)),
                                    tuple("schedule-slowly", Repeat.fixedDelay(Duration.ofSeconds(90)), Duration.ZERO));
                    assertThat(tasks)
                            .allMatch(task -> task.headers().containsKey(TaskSchedule.HEADER))
                            .extracting(task -> task.topic().topic())
                            .containsExactlyInAnyOrder("nightly", "often", "slowly");
                    assertThat(tasks)
                            .filteredOn(task -> task.repeat() instanceof Repeat.Cron)
                            .singleElement()
                            .matches(task -> !task.isTimeSet());
                });
    }

    @Test
    void disabledScheduleShouldNotBeDeclared() {
        Listening.to(Reports.class)
                .withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class))
                .withPropertyValues("slowly=false")
                .run(context -> assertThat(tasks(context.getBean(Schedules.class)))
                        .extracting(Task::id)
                        .containsExactlyInAnyOrder("schedule-nightly", "every-minute"));
    }

    @Test
    void placeholdersShouldBeResolved() {
        any("cron=@daily").run(context -> assertThat(tasks(context.getBean(Schedules.class)))
                .extracting(Task::repeat)
                .containsExactly(Repeat.cron("@daily", ZoneId.of("UTC"))));
    }

    private static ApplicationContextRunner any(String... properties) {
        return Listening.to(Any.class)
                .withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class))
                .withPropertyValues(properties);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "enabled=true | exactly one of cron, fixedRate and fixedDelay must be set",
                "cron=@daily,rate=1m | exactly one of cron, fixedRate and fixedDelay must be set",
                "rate=1m,delay=1m | exactly one of cron, fixedRate and fixedDelay must be set",
                "rate=soon | fixedRate must be a duration such as 30s or PT5M, but is 'soon'",
                "rate=1ms | repeat period must be at least 10 ms, but is '1ms'",
                "cron=@daily,zone=Nowhere | zone must be a time zone such as Europe/Berlin, but is 'Nowhere'",
                "rate=1m,initial=-1s | delay must not be negative, but is '-1s'",
                "rate=1m,id=a b | id must be 1 to 128 letters, digits, '-', '_' or '.', but is 'a b'",
                "rate=1m,enabled=yes | enabled must be true or false, but is 'yes'"
            })
    void wrongAttributesShouldFailWithMethodAndRule(String properties, String message) {
        any(properties.split(",")).run(context -> assertThat(context.getStartupFailure())
                .isInstanceOf(InvalidListenerException.class)
                .hasMessageContaining("@DelayQueueSchedule on the method " + Any.class.getName() + ".any")
                .hasMessageContaining(message.strip()));
    }

    @Test
    void scheduleWithoutAListenerShouldFail() {
        Listening.to(Alone.class).run(context -> assertThat(context.getStartupFailure())
                .isInstanceOf(InvalidListenerException.class)
                .hasMessageContaining("Alone.alone")
                .hasMessageContaining("which has no @DelayQueueListener"));
    }

    @Test
    void scheduleOfAMethodWithAPayloadShouldFail() {
        Listening.to(WithPayload.class).run(context -> assertThat(context.getStartupFailure())
                .isInstanceOf(InvalidListenerException.class)
                .hasMessageContaining("WithPayload.consume")
                .hasMessageContaining("declare a bean of io.delayqueue.TaskSchedule"));
    }

    static class LongName {

        static final String TOPIC =
                "com.example.billing.invoices.reminders.escalations.of.customers.in.arrears.for.more.than.ninety.days.at.the.end.of.a.quarter";

        @DelayQueueListener(group = "g", topic = TOPIC)
        @DelayQueueSchedule(id = "${id:}", fixedRate = "1m")
        void handle() {}
    }

    @Test
    void idOfALongTopicShouldBeAskedFor() {
        ApplicationContextRunner runner = Listening.to(LongName.class)
                .withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class));
        runner.run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(InvalidListenerException.class)
                .hasMessageContaining("is wrong: id must be 1 to 128 letters, digits"));
        runner.withPropertyValues("id=arrears")
                .run(context -> assertThat(context.getBean(Schedules.class).all())
                        .singleElement()
                        .satisfies(schedule -> assertThat(schedule.task().id()).isEqualTo("arrears")));
    }
}
