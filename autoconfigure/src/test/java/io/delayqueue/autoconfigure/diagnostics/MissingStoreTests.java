package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.autoconfigure.DelayQueueStoreFactory;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ByteArrayClassLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;

/** Reports of the start without a store in memory. */
@ExtendWith(OutputCaptureExtension.class)
class MissingStoreTests {

    private final CapturedOutput output;

    MissingStoreTests(CapturedOutput output) {
        this.output = output;
    }

    @Test
    void reportShouldNameTheDependencyToAdd() {
        assertThat(FailingStart.report(output, Nothing.class, "--delayqueue.store=memory"))
                .contains("Tasks are kept in memory by delayqueue.store (\"delayqueue.store\" from property source"
                        + " \"commandLineArgs\"); but io.delayqueue:delayqueue-test, which has such a store, is not on the"
                        + " class path.\n")
                .contains(
                        "Action:\n\nAdd io.delayqueue:delayqueue-test: with the scope test if it is for tests and for mvn"
                                + " spring-boot:test-run, else with <optional>true</optional>, as Spring Boot leaves it out of the packaged jar."
                                + " Or remove delayqueue.store=memory, to keep tasks in Redis.\n");
    }

    @Test
    void reportOfAQueueWithANameShouldBeTheSame() {
        assertThat(FailingStart.report(
                        output,
                        Nothing.class,
                        "--delayqueue.store=memory",
                        "--delayqueue.default-queue=false",
                        "--delayqueue.queues.billing.lease=40s"))
                .contains("Action:\n\nAdd io.delayqueue:delayqueue-test");
    }

    @Test
    void reportWhenTheModuleIsThereShouldSayWhyItIsNotUsed() {
        DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
        beanFactory.setBeanClassLoader(withModule());
        FailureAnalysis analysis = analyze(beanFactory, DelayQueueStoreFactory.class);
        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription())
                .contains(
                        "io.delayqueue.test.autoconfigure.InMemoryStoreAutoConfiguration, which creates such a store, is"
                                + " excluded");
        assertThat(analysis.getAction()).startsWith("Remove it from spring.autoconfigure.exclude");
    }

    /** Provides the module's store, as in applications that use it. */
    static ClassLoader withModule() {
        String store = "io.delayqueue.memory.InMemoryBackend";
        byte[] something =
                new ByteBuddy().subclass(Object.class).name(store).make().getBytes();
        return new ByteArrayClassLoader(MissingStoreTests.class.getClassLoader(), Map.of(store, something));
    }

    @Test
    void otherTypesShouldBeLeftToOthers() {
        assertThat(analyze(new DefaultListableBeanFactory(), DelayQueueService.class))
                .isNull();
    }

    private static FailureAnalysis analyze(DefaultListableBeanFactory beanFactory, Class<?> missing) {
        return new StartFailureAnalyzer(beanFactory, new MockEnvironment())
                .analyze(new NoSuchBeanDefinitionException(missing));
    }

    static class Nothing {}
}
