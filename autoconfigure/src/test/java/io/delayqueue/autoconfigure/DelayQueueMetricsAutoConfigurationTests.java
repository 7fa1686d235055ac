package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsAutoConfiguration;
import io.delayqueue.autoconfigure.observation.DelayQueueObservationAutoConfiguration;
import io.delayqueue.engine.DelayQueueEngine;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.GenericBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.support.GenericApplicationContext;

class DelayQueueMetricsAutoConfigurationTests {

    private static final Task TASK = Task.of("orders", "cancel").build();

    private final ApplicationContextRunner withoutRegistry = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DelayQueueAutoConfiguration.class,
                    DelayQueueMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class))
            .withBean(FakeBackend.class);

    private final ApplicationContextRunner runner = withoutRegistry.withBean(SimpleMeterRegistry.class);

    @Test
    void runShouldCountAdds() {
        runner.run(context -> {
            context.getBean(DelayQueueService.class).addTask(TASK);
            assertThat(added(context, "default")).isEqualTo(1);
            assertThat(registry(context).get("delayqueue.add").timer().count()).isEqualTo(1);
        });
    }

    @Test
    void observationsShouldTimeAddsWhereThereAreAny() {
        runner.withConfiguration(AutoConfigurations.of(
                        ObservationAutoConfiguration.class, DelayQueueObservationAutoConfiguration.class))
                .run(context -> {
                    context.getBean(DelayQueueService.class).addTask(TASK);
                    Timer timer = registry(context).get("delayqueue.add").timer();
                    assertThat(timer.count()).isEqualTo(1);
                    assertThat(timer.getId().getTags()).containsExactlyElementsOf(tagsWithoutObservations());
                    assertThat(registry(context)
                                    .get("delayqueue.add.active")
                                    .longTaskTimer()
                                    .activeTasks())
                            .isZero();
                });
    }

    @Test
    void timersShouldStayWhenObservationsAreSwitchedOff() {
        runner.withConfiguration(AutoConfigurations.of(
                        ObservationAutoConfiguration.class, DelayQueueObservationAutoConfiguration.class))
                .withPropertyValues("delayqueue.observations.enabled=false")
                .run(context -> {
                    context.getBean(DelayQueueService.class).addTask(TASK);
                    assertThat(timer(context, "delayqueue.add").count()).isEqualTo(1);
                });
    }

    private List<Tag> tagsWithoutObservations() {
        List<Tag> tags = new ArrayList<>();
        runner.run(context -> {
            context.getBean(DelayQueueService.class).addTask(TASK);
            tags.addAll(timer(context, "delayqueue.add").getId().getTags());
        });
        return tags;
    }

    @Test
    void runWithoutRegistryShouldStart() {
        withoutRegistry.run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(DelayQueueEngine.class);
            context.getBean(DelayQueueService.class).addTask(TASK);
        });
    }

    @Test
    void runWithoutMicrometerShouldStart() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueAutoConfiguration.class, DelayQueueMetricsAutoConfiguration.class))
                .withBean(FakeBackend.class)
                .withClassLoader(new FilteredClassLoader("io.micrometer", "org.springframework.boot.micrometer"))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(DelayQueueEngine.class);
                    context.getBean(DelayQueueService.class).addTask(TASK);
                });
    }

    @Test
    void runWhenDisabledShouldRegisterNothing() {
        for (String property : List.of("delayqueue.metrics.enabled=false", "delayqueue.enabled=false")) {
            runner.withPropertyValues(property).run(context -> {
                assertThat(context).hasNotFailed();
                assertThat(registry(context).getMeters())
                        .extracting(Meter::getId)
                        .noneMatch(id -> id.getName().startsWith("delayqueue"));
            });
        }
    }

    @Test
    void runWithSeveralRegistriesShouldCountInEach() {
        runner.withBean("second", SimpleMeterRegistry.class).run(context -> {
            context.getBean(DelayQueueService.class).addTask(TASK);
            assertThat(context.getBeansOfType(SimpleMeterRegistry.class).values())
                    .hasSize(2)
                    .allSatisfy(registry -> assertThat(registry.get("delayqueue.tasks.added")
                                    .counter()
                                    .count())
                            .isEqualTo(1));
        });
    }

    @Test
    void enginesThatAreNoDefaultCandidatesShouldBeCountedUnderTheirNames() {
        runner.withInitializer(context -> {
                    GenericBeanDefinition reports = new GenericBeanDefinition();
                    reports.setBeanClass(DelayQueueEngine.class);
                    reports.setInstanceSupplier(() -> DelayQueueEngine.builder(new FakeBackend())
                            .name("reports")
                            .build());
                    reports.setDefaultCandidate(false);
                    ((GenericApplicationContext) context).registerBeanDefinition("reports", reports);
                })
                .run(context -> {
                    context.getBean(DelayQueueService.class).addTask(TASK);
                    DelayQueueService other =
                            context.getBean("reports", DelayQueueEngine.class).service();
                    other.addTasks(List.of(
                            Task.of("orders", "cancel").build(),
                            Task.of("orders", "cancel").build()));
                    assertThat(added(context, "default")).isEqualTo(1);
                    assertThat(added(context, "reports")).isEqualTo(2);
                    assertThat(registry(context).get("delayqueue.outage").gauges())
                            .hasSize(2);
                });
    }

    @Test
    void timersShouldHaveThePercentilesOfTheProperty() {
        runner.run(context -> assertThat(percentiles(context)).containsExactly(0.5, 0.95, 0.99));
        runner.withPropertyValues("delayqueue.metrics.percentiles=0.9")
                .run(context -> assertThat(percentiles(context)).containsExactly(0.9));
        runner.withPropertyValues("delayqueue.metrics.percentiles=")
                .run(context -> assertThat(percentiles(context)).isEmpty());
    }

    @Test
    void propertiesOfSpringBootShouldGoBeforeThose() {
        runner.withPropertyValues("management.metrics.distribution.percentiles.delayqueue=0.7")
                .run(context -> assertThat(percentiles(context)).containsExactly(0.7));
    }

    @Test
    void histogramShouldReachFromOneMillisecondToOneHour() {
        // A simple registry keeps no histograms.
        withoutRegistry
                .withBean(PrometheusMeterRegistry.class, () -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
                .withPropertyValues("management.metrics.distribution.percentiles-histogram.delayqueue=true")
                .run(context -> assertThat(buckets(context))
                        .allMatch(bucket -> bucket >= 1 && bucket <= 3_600_000)
                        .anyMatch(bucket -> bucket < 2)
                        .contains(3_600_000.0));
        runner.withPropertyValues("management.metrics.distribution.slo.delayqueue.lateness=100ms,1m")
                .run(context -> assertThat(buckets(context)).containsExactly(100.0, 60_000.0));
    }

    private static MeterRegistry registry(AssertableApplicationContext context) {
        return context.getBean(MeterRegistry.class);
    }

    private static double added(AssertableApplicationContext context, String queue) {
        return registry(context)
                .get("delayqueue.tasks.added")
                .tags("queue", queue, "group", "orders", "topic", "cancel")
                .counter()
                .count();
    }

    private static Timer timer(AssertableApplicationContext context, String name) {
        return registry(context).get(name).timer();
    }

    /** Bounds of the timers of lateness, waits for keys and adds, which are the same. */
    private static List<Double> percentiles(AssertableApplicationContext context) {
        context.getBean(DelayQueueService.class).addTask(TASK);
        List<Double> lateness = percentiles(timer(context, "delayqueue.lateness"));
        assertThat(percentiles(timer(context, "delayqueue.add"))).isEqualTo(lateness);
        assertThat(percentiles(Timer.builder("delayqueue.key.wait").register(registry(context))))
                .isEqualTo(lateness);
        return lateness;
    }

    private static List<Double> percentiles(Timer timer) {
        return Stream.of(timer.takeSnapshot().percentileValues())
                .map(ValueAtPercentile::percentile)
                .toList();
    }

    /** Bounds of the timer of lateness, in milliseconds. */
    private static List<Double> buckets(AssertableApplicationContext context) {
        context.getBean(DelayQueueService.class).addTask(TASK);
        return Stream.of(timer(context, "delayqueue.lateness").takeSnapshot().histogramCounts())
                .map((CountAtBucket bucket) -> bucket.bucket(TimeUnit.MILLISECONDS))
                .toList();
    }
}
