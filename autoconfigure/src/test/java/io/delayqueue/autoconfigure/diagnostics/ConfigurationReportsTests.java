package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskSchedule;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.DelayQueueSchedule;
import io.delayqueue.autoconfigure.listener.DisabledGroupException;
import io.delayqueue.log.Documentation;
import java.time.ZoneOffset;
import java.util.concurrent.Future;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.mock.env.MockEnvironment;
import tools.jackson.databind.json.JsonMapper;

/** Reports of the start with invalid or contradictory properties and listeners. */
@ExtendWith(OutputCaptureExtension.class)
class ConfigurationReportsTests {

    private final CapturedOutput output;

    ConfigurationReportsTests(CapturedOutput output) {
        this.output = output;
    }

    private String report(Class<?> configuration, String... arguments) {
        return FailingStart.report(output, configuration, arguments);
    }

    @Test
    void valueOutOfRangeShouldNameItsPlaceAndWhereTheRangesAre() {
        assertThat(report(Nothing.class, "--delayqueue.lease=10ms"))
                .contains("Description:\n\ndelayqueue.lease must be at least 1 second, but is 10ms.\n\n"
                        + "    Property: delayqueue.lease\n"
                        + "    Value: \"10ms\"\n"
                        + "    Origin: \"delayqueue.lease\" from property source \"commandLineArgs\"\n\n"
                        + "Action:\n\nChange delayqueue.lease there. "
                        + Documentation.link("configuration.html#properties")
                        + " lists the values that each property can have.");
    }

    @Test
    void durationWithoutAUnitShouldBeNamedAsSuch() {
        assertThat(report(Nothing.class, "--delayqueue.ttr=30"))
                .contains("delayqueue.ttr must be at least 1 second, but is 30ms. The unit is missing: 30 is"
                        + " milliseconds, write 30s for seconds.\n\n    Property: delayqueue.ttr\n");
        assertThat(report(Nothing.class, "--delayqueue.concurrency=0")).doesNotContain("unit");
    }

    @Test
    void valueThatDoesNotGoWithADefaultShouldNameBoth() {
        assertThat(report(Nothing.class, "--delayqueue.retry.initial-delay=11m"))
                .contains("delayqueue.retry.max-delay must be at least the initial delay (11m), but is 10m.\n")
                .contains(
                        "Action:\n\nSet delayqueue.retry.max-delay, or change the properties that it has to agree with. docs/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--delayqueue.groups.orders=no way", "--delayqueue.groups.orders[0]=no way"})
    void badNameShouldNameItsPlace(String argument) {
        assertThat(report(Nothing.class, argument))
                .contains("delayqueue.groups.orders: topic must be a letter followed by")
                .contains("    Property: delayqueue.groups.orders\n    Value: \"no way\"\n")
                .contains("Action:\n\nChange delayqueue.groups.orders there.");
    }

    @Test
    void valueThatCannotBeReadShouldBeReportedBySpringBoot() {
        assertThat(report(Nothing.class, "--delayqueue.lease=soon"))
                .contains("    Property: delayqueue.lease\n    Value: \"soon\"\n    Origin: ")
                .contains("'soon' is not a valid duration")
                .contains("Action:\n\nUpdate your application's configuration\n");
    }

    @Test
    void twoCallbacksOfATopicShouldBothBeNamed() {
        assertThat(report(TwoCallbacks.class))
                .contains("The topic shop/remind has two callbacks:\n\n  - the bean 'first' (")
                .contains("\n  - the method " + Listener.class.getName() + ".remind of the bean 'second'\n\nAction:\n\n"
                        + "Remove one of them, or give it a topic of its own");
    }

    @Test
    void listenerThatIsWrongShouldBeNamedWithItsMistake() {
        assertThat(report(BadListener.class, "--shop.ttr=soon"))
                .contains("Description:\n\n@DelayQueueListener on the method " + BadListener.class.getName()
                        + ".remind of the bean 'configurationReportsTests.BadListener' is wrong: ttr must be ")
                .contains("but is 'soon'")
                .contains(
                        "Action:\n\nChange it there, or change the values of its placeholders and expressions. docs/");
    }

    @Test
    void methodThatCannotBeAListenerShouldBeNamedWithoutAWordOnAttributes() {
        assertThat(report(FutureListener.class))
                .contains("@DelayQueueListener is on the method " + FutureListener.class.getName()
                        + ".handle of the bean 'configurationReportsTests.FutureListener', which returns")
                .contains("Action:\n\nChange it as described. docs/", "/listeners.md describes which methods")
                .doesNotContain("placeholders");
    }

    @Test
    void listenerOfASealedTypeThatCannotBeReadShouldBeNamedWithTheRemedy() {
        assertThat(report(SealedListener.class))
                .contains("@DelayQueueListener on the method " + SealedListener.class.getName()
                        + ".handle of the bean 'configurationReportsTests.SealedListener' is wrong: shop/handle payloadType"
                        + " must be a type that Jackson can read, but " + SealedListener.Command.class.getName()
                        + " is abstract and has no type information: annotate it with @JsonTypeInfo and @JsonSubTypes")
                .contains("Action:\n\nChange it as described.");
    }

    @Test
    void severalMappersShouldBeNamedWithTheWaysToChoose() {
        assertThat(report(TwoMappers.class))
                .contains("oneMapper", "otherMapper", "@Primary", "@Qualifier(\"default\")")
                .contains(Documentation.link("configuration.html#beans"));
    }

    @Test
    void listenersOfTypesThatAreNoPayloadsShouldBeNamedWithTheRemedy() {
        assertThat(report(JsonObjectListener.class)).contains("org.json.JSONObject", "tools.jackson.databind.JsonNode");
        assertThat(report(BuiltListener.class)).contains(BuiltListener.Built.class.getName(), "@JsonCreator");
        assertThat(report(InfoListener.class)).contains("io.delayqueue.TaskInfo", "TaskContext");
        assertThat(report(ServiceListener.class)).contains("io.delayqueue.DelayQueueService", "constructor");
    }

    @Test
    void scheduleWithoutACronExpressionShouldBeNamedWithItsMethod() {
        assertThat(report(BadSchedule.class))
                .contains("Description:\n\n@DelayQueueSchedule on the method " + BadSchedule.class.getName()
                        + ".report of the bean 'configurationReportsTests.BadSchedule' is wrong: repeat must have a cron"
                        + " expression, but '0 3 * * *' is none: Cron expression must consist of 6 fields")
                .contains("/tasks.md#declare-repeating-tasks-in-code lists the attributes.");
    }

    @Test
    void scheduleBeanWithoutACronExpressionShouldBeNamed() {
        assertThat(report(BadScheduleBean.class))
                .contains(
                        "Description:\n\nThe bean 'nightly' declares the schedule at-night of shop/report, which is wrong:"
                                + " repeat must have a cron expression, but '0 3 * * *' is none: ")
                .contains("Action:\n\nChange the bean. docs/");
    }

    @Test
    void listenerInADisabledGroupShouldBeReported() {
        assertThat(report(Listener.class, "--delayqueue.disabled-groups=other,shop"))
                .contains("The group shop is disabled in this application by delayqueue.disabled-groups (")
                .contains("but its topic remind is consumed by the method " + Listener.class.getName() + ".remind")
                .contains("Action:\n\nRemove shop from delayqueue.disabled-groups, or disable the listener");
    }

    @Test
    void listenerInAGroupThatItsQueueDisablesShouldNameThePropertyThatIsSet() {
        String own = "delayqueue.queues.billing.disabled-groups";
        assertThat(report(BillingListener.class, "--" + own + "[0]=shop"))
                .contains("The group shop is disabled in this application by " + own + " (\"" + own + "[0]\" from")
                .contains("Action:\n\nRemove shop from " + own + ", or disable the listener");
        assertThat(report(
                        BillingListener.class,
                        "--delayqueue.disabled-groups=shop",
                        "--delayqueue.queues.billing.redis.port=1"))
                .contains("Action:\n\nRemove shop from delayqueue.disabled-groups, or disable the listener");
    }

    @Test
    void groupThatItsQueueRegistersAndDisablesShouldNameBothProperties() {
        assertThat(report(
                        Nothing.class,
                        "--delayqueue.default-queue=false",
                        "--delayqueue.queues.billing.disabled-groups=shop",
                        "--delayqueue.queues.billing.groups.shop=remind"))
                .contains("Action:\n\nRemove shop from delayqueue.queues.billing.disabled-groups, or from"
                        + " delayqueue.queues.billing.groups.shop.\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "default-queue",
                "store",
                "metrics.enabled",
                "metrics.percentiles[0]",
                "observations.enabled",
                "queues.a.lease"
            })
    void propertyOfAllQueuesShouldBeRefusedUnderOne(String property) {
        String name = "delayqueue.queues.billing." + property;
        assertThat(report(Nothing.class, "--delayqueue.default-queue=false", "--" + name + "=1"))
                .contains("Invalid value '1' for configuration property '" + name + "'")
                .contains("It applies to all queues: set it directly under delayqueue");
    }

    @Test
    void topicOfADisabledGroupShouldNameThePlaceAndTheListener() {
        FailureAnalysis analysis = analyze(
                new DisabledGroupException("delayqueue.disabled-groups", "shop", "remind", "the method Shop.remind"));
        assertThat(analysis.getDescription())
                .isEqualTo("The group shop is disabled in this application by delayqueue.disabled-groups"
                        + " (\"delayqueue.disabled-groups[0]\" from property source \"mockProperties\"), but its topic remind"
                        + " is consumed by the method Shop.remind.");
        assertThat(analysis.getAction())
                .startsWith(
                        "Remove shop from delayqueue.disabled-groups, or disable the listener: enabled = \"false\"");
    }

    @Test
    void registeredGroupThatIsDisabledShouldNameBothProperties() {
        FailureAnalysis analysis = analyze(
                new DisabledGroupException("delayqueue.disabled-groups", "shop", null, "delayqueue.groups.shop"));
        assertThat(analysis.getDescription()).endsWith("but it is registered by delayqueue.groups.shop.");
        assertThat(analysis.getAction())
                .isEqualTo("Remove shop from delayqueue.disabled-groups, or from delayqueue.groups.shop.");
    }

    private static FailureAnalysis analyze(DisabledGroupException failure) {
        MockEnvironment environment = new MockEnvironment().withProperty("delayqueue.disabled-groups[0]", "shop");
        FailureAnalysis analysis = new StartFailureAnalyzer(new DefaultListableBeanFactory(), environment)
                .analyze(new IllegalStateException(failure));
        assertThat(analysis).isNotNull();
        return analysis;
    }

    static class Nothing {}

    static class TwoCallbacks {
        @Bean
        Topic first() {
            return new Topic();
        }

        @Bean
        Listener second() {
            return new Listener();
        }
    }

    @DelayQueueListener(group = "shop", topic = "remind")
    static class Topic implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }

    static class BadListener {
        @DelayQueueListener(group = "shop", topic = "remind", ttr = "${shop.ttr}")
        void remind(String payload) {}
    }

    static class FutureListener {
        @DelayQueueListener(group = "shop", topic = "handle")
        Future<String> handle(String payload) {
            throw new AssertionError(payload);
        }
    }

    static class BadSchedule {
        @DelayQueueListener(group = "shop", topic = "report")
        @DelayQueueSchedule(cron = "0 3 * * *")
        void report() {}
    }

    static class BadScheduleBean {
        @Bean
        TaskSchedule nightly() {
            return TaskSchedule.of(Task.of("shop", "report")
                    .id("at-night")
                    .repeat(Repeat.cron("0 3 * * *", ZoneOffset.UTC))
                    .build());
        }
    }

    static class SealedListener {
        sealed interface Command permits Cancel {}

        record Cancel(long number) implements Command {}

        @DelayQueueListener(group = "shop", topic = "handle")
        void handle(Command command) {}
    }

    static class BillingListener {
        @DelayQueueListener(queue = "billing", group = "shop", topic = "remind")
        void remind(String payload) {}
    }

    static class Listener {
        @DelayQueueListener(group = "shop", topic = "remind")
        void remind(String payload) {}
    }

    static class TwoMappers {

        @Bean
        JsonMapper oneMapper() {
            return JsonMapper.builder().build();
        }

        @Bean
        JsonMapper otherMapper() {
            return JsonMapper.builder().build();
        }
    }

    static class JsonObjectListener {

        @DelayQueueListener(group = "shop", topic = "handle")
        void handle(JSONObject order) {}
    }

    static class BuiltListener {

        static final class Built {

            private Built(long number) {}
        }

        @DelayQueueListener(group = "shop", topic = "handle")
        void handle(Built order) {}
    }

    static class InfoListener {

        @DelayQueueListener(group = "shop", topic = "handle")
        void handle(TaskInfo task) {}
    }

    @DelayQueueListener(group = "shop", topic = "handle")
    static class ServiceListener implements TaskCallback<DelayQueueService> {

        @Override
        public void call(DelayQueueService service, TaskContext context) {}
    }
}
