package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.pull.TaskPuller;
import io.delayqueue.transaction.TransactionalDelayQueueService;
import java.util.Map;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ByteArrayClassLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.transaction.support.TransactionSynchronization;
import redis.clients.jedis.UnifiedJedis;

/** Reports of the start without a queue that a bean needs. */
@ExtendWith(OutputCaptureExtension.class)
class MissingQueueTests {

    private final CapturedOutput output;

    MissingQueueTests(CapturedOutput output) {
        this.output = output;
    }

    static Stream<Class<?>> wishes() {
        return Stream.of(
                WantsService.class,
                WantsRegister.class,
                WantsInspector.class,
                WantsPuller.class,
                WantsTransactional.class);
    }

    @ParameterizedTest
    @MethodSource("wishes")
    void reportWhenQueueIsSwitchedOffShouldSaySo(Class<?> wish) {
        String type = wish.getDeclaredConstructors()[0].getParameterTypes()[0].getSimpleName();
        assertThat(FailingStart.report(output, wish, "--delayqueue.enabled=${off}", "--off=false"))
                .contains(
                        "Parameter 0 of constructor in " + wish.getName() + " required a bean of type 'io.delayqueue.")
                .contains(type + "'. There is none because the queue is switched off by delayqueue.enabled ("
                        + "\"delayqueue.enabled\" from property source \"commandLineArgs\").\n")
                .contains("Action:\n\nRemove delayqueue.enabled=false; or, where the queue may be off, inject"
                        + " ObjectProvider<" + type + ">.\n");
    }

    @ParameterizedTest
    @MethodSource("wishes")
    void reportWhenJedisIsMissingShouldSayHowToAddIt(Class<?> wish) {
        assertThat(FailingStart.report(output, new FilteredClassLoader(UnifiedJedis.class), wish))
                .contains("There is none because Jedis, the queue's client of Redis, is not on the class path.\n")
                .contains("Action:\n\nUse io.delayqueue:delayqueue-spring-boot-starter without excluding Jedis, or add"
                        + " redis.clients:jedis");
    }

    @Test
    void reportWhenAutoConfigurationIsExcludedShouldNameIt() {
        assertThat(FailingStart.report(
                        output,
                        WantsService.class,
                        "--spring.autoconfigure.exclude=io.delayqueue.autoconfigure.DelayQueueAutoConfiguration"))
                .contains("There is none because io.delayqueue.autoconfigure.DelayQueueAutoConfiguration is excluded")
                .contains("Action:\n\nRemove it from spring.autoconfigure.exclude")
                .contains("such as @WebMvcTest uses @AutoConfigureDelayQueueTest of delayqueue-test");
    }

    @Test
    void reportWhenTransactionsAreMissingShouldNameTheArtifact() {
        assertThat(FailingStart.report(
                        output, new FilteredClassLoader(TransactionSynchronization.class), WantsTransactional.class))
                .contains("There is none because Spring's transactions are not on the class path.\n")
                .contains("Action:\n\nDo not exclude org.springframework:spring-tx");
    }

    @Test
    void reportWhenThereIsNoDefaultQueueShouldSayWhichThereAre() {
        assertThat(FailingStart.report(
                        output,
                        WantsService.class,
                        "--delayqueue.default-queue=false",
                        "--delayqueue.queues.mail.enabled=false",
                        "--delayqueue.queues.billing.lease=40s"))
                .contains("There is none because there is no default queue, which is switched off by"
                        + " delayqueue.default-queue (\"delayqueue.default-queue\" from property source"
                        + " \"commandLineArgs\"), only [billing].\n")
                .contains("Action:\n\nName the queue, as with @Qualifier(\"billing\"), or remove"
                        + " delayqueue.default-queue=false.\n");
        assertThat(FailingStart.report(output, WantsService.class, "--delayqueue.default-queue=false"))
                .contains("There is none because there is no queue: the default queue is switched off by")
                .contains("Action:\n\nRemove delayqueue.default-queue=false, or configure a queue under");
    }

    @Test
    void reportWhenTheQualifierIsNoQueuesShouldSayWhichThereAre() {
        assertThat(FailingStart.report(output, WantsBilling.class, "--delayqueue.queues.bills.lease=40s"))
                .contains("Parameter 0 of constructor in " + WantsBilling.class.getName() + " required a bean of type")
                .contains("There is none because there is no queue 'billing', only [bills, default].\n")
                .contains("Action:\n\nGive @Qualifier the name of one of these, or configure the queue under"
                        + " delayqueue.queues.billing.\n");
    }

    @Test
    void reportWhenTheQueueOfTheQualifierIsSwitchedOffShouldSaySo() {
        assertThat(FailingStart.report(output, WantsBilling.class, "--delayqueue.queues.billing.enabled=false"))
                .contains("There is none because the queue 'billing' is switched off by"
                        + " delayqueue.queues.billing.enabled (\"delayqueue.queues.billing.enabled\" from property")
                .contains("Action:\n\nRemove delayqueue.queues.billing.enabled=false; or, where the queue may be off,"
                        + " inject ObjectProvider<DelayQueueService>.\n");
    }

    @Test
    void reportWhenTheDefaultQueueIsAskedForByNameShouldSayHowElse() {
        assertThat(FailingStart.report(output, WantsDefault.class))
                .contains("There is none because the default queue has no qualifier.\n")
                .contains("Action:\n\nRemove @Qualifier(\"default\")");
    }

    @Test
    void otherTypesShouldBeLeftToSpringBoot() {
        assertThat(FailingStart.report(output, WantsText.class, "--delayqueue.enabled=false"))
                .contains("required a bean of type 'java.lang.String' that could not be found.");
    }

    @Test
    void lettuceShouldBeNamedAsNoSubstitute() {
        DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
        String lettuce = "io.lettuce.core.RedisClient";
        byte[] something =
                new ByteBuddy().subclass(Object.class).name(lettuce).make().getBytes();
        beanFactory.setBeanClassLoader(
                new ByteArrayClassLoader(new FilteredClassLoader(UnifiedJedis.class), Map.of(lettuce, something)));
        FailureAnalysis analysis = new MissingQueueFailureAnalyzer(beanFactory, new MockEnvironment())
                .analyze(new NoSuchBeanDefinitionException(DelayQueueService.class));
        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription()).endsWith("Lettuce is, but cannot replace it.");
        assertThat(analysis.getAction()).endsWith("Lettuce may remain.");
    }

    record WantsService(DelayQueueService service) {}

    record WantsRegister(ServiceRegister register) {}

    record WantsInspector(DelayQueueInspector inspector) {}

    record WantsPuller(TaskPuller puller) {}

    record WantsTransactional(TransactionalDelayQueueService service) {}

    record WantsBilling(@Qualifier("billing") DelayQueueService service) {}

    record WantsDefault(@Qualifier("default") DelayQueueService service) {}

    record WantsText(String text) {}
}
