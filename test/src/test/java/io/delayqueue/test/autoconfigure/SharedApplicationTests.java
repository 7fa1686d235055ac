package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.test.DelayQueueTestKit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.support.AnnotationSupport;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextManager;

/** Sharing of an application by test classes, and its state in each test. They run with Spring's extension of JUnit. */
class SharedApplicationTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE)
    @AutoConfigureDelayQueueTest
    static class One {
        void test() {}
    }

    @SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE)
    @AutoConfigureDelayQueueTest(clear = false)
    static class GoesOn {
        void test() {}
    }

    static class Inherits extends One {}

    @SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE)
    @AutoConfigureDelayQueueTest(startAt = "2030-01-01T00:00:00Z")
    static class Later {
        void test() {}
    }

    @SpringBootTest(classes = Application.class)
    @AutoConfigureDelayQueueTest(startAt = "tomorrow")
    static class Wrong {}

    @SpringBootTest(classes = Application.class)
    static class Without {
        void test() {}
    }

    @Test
    void classesWithTheSameStartShouldShareAnApplication() throws Exception {
        ApplicationContext one = begin(One.class);
        assertThat(begin(GoesOn.class)).isSameAs(one);
        assertThat(begin(Inherits.class)).isSameAs(one);
    }

    @Test
    void classesWithOtherStartsShouldHaveApplicationsOfTheirOwn() throws Exception {
        ApplicationContext one = begin(One.class);
        ApplicationContext later = begin(Later.class);
        assertThat(later).isNotSameAs(one);
        assertThat(kit(later).now()).isEqualTo(Instant.parse("2030-01-01T00:00:00Z"));
    }

    /** Spring stops an application during tests of another one, and restarts it. */
    @Test
    void applicationShouldGoOnAfterAnotherWasTested() throws Exception {
        for (int i = 0; i < 2; i++) {
            for (Class<?> test : List.of(One.class, Later.class)) {
                TestContextManager manager = new TestContextManager(test);
                ApplicationContext context = begin(manager);
                assertThat(context.getBean(DelayQueueEngine.class).isRunning()).isTrue();
                add(context);
                kit(context).advance(Duration.ofDays(1));
                assertThat(kit(context).queue().tasks()).hasSize(1);
                manager.afterTestClass();
            }
        }
    }

    @Test
    void testShouldBeginEmptyUnlessItIsToGoOn() throws Exception {
        ApplicationContext context = begin(One.class);
        Instant start = kit(context).now();
        add(context);
        kit(context).advance(Duration.ofHours(1));
        begin(GoesOn.class);
        assertThat(kit(context).queue().tasks()).hasSize(1);
        assertThat(kit(context).now()).isEqualTo(start.plus(Duration.ofHours(1)));
        begin(Inherits.class);
        assertThat(kit(context).queue().tasks()).isEmpty();
        assertThat(kit(context).now()).isEqualTo(start);
    }

    @Test
    void startThatIsNoInstantShouldBeRefusedWithTheClass() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new TestContextManager(Wrong.class))
                .withMessage("@AutoConfigureDelayQueueTest of " + Wrong.class.getName()
                        + ": startAt must be an instant such as 2026-01-31T23:00:00Z, but is 'tomorrow'");
    }

    /** Finds locks like JUnit. */
    @ParameterizedTest
    @ValueSource(classes = {One.class, GoesOn.class, Inherits.class, Later.class})
    void testsShouldNotRunAtTheSameTime(Class<?> test) {
        assertThat(AnnotationSupport.findRepeatableAnnotations(test, ResourceLock.class))
                .singleElement()
                .satisfies(lock -> {
                    assertThat(lock.value()).isEqualTo(AutoConfigureDelayQueueTest.class.getName());
                    assertThat(lock.mode()).isEqualTo(ResourceAccessMode.READ_WRITE);
                });
    }

    @Test
    void testsWithoutTheAnnotationShouldBeLeftAlone() throws Exception {
        assertThat(new KitContextCustomizerFactory().createContextCustomizer(Without.class, List.of()))
                .isNull();
        TestContext testContext = mock(TestContext.class);
        given(testContext.getTestClass()).willAnswer(call -> Without.class);
        new ClearingTestExecutionListener().beforeTestMethod(testContext);
        verify(testContext, never()).getApplicationContext();
    }

    private static ApplicationContext begin(Class<?> test) throws Exception {
        return begin(new TestContextManager(test));
    }

    private static ApplicationContext begin(TestContextManager manager) throws Exception {
        Object instance =
                manager.getTestContext().getTestClass().getDeclaredConstructor().newInstance();
        manager.beforeTestClass();
        manager.prepareTestInstance(instance);
        manager.beforeTestMethod(
                instance, manager.getTestContext().getTestClass().getMethod("toString"));
        return manager.getTestContext().getApplicationContext();
    }

    private static DelayQueueTestKit kit(ApplicationContext context) {
        return context.getBean(DelayQueueTestKit.class);
    }

    private static void add(ApplicationContext context) {
        context.getBean(DelayQueueService.class)
                .addTask(Task.of("orders", "nobody").delay(Duration.ofDays(9)).build());
    }
}
