package io.delayqueue.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.autoconfigure.DelayQueueEngineCustomizer;
import io.delayqueue.autoconfigure.DelayQueueStoreFactory;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.memory.InMemoryBackend;
import io.delayqueue.store.Backend;
import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.KitAssembly;
import java.time.Clock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Applications with the module on their class path that do not use it. */
class UnusedModuleTests {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withUserConfiguration(Application.class);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Backend store() {
            return new InMemoryBackend(Clock.systemUTC());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delayqueue.store=redis", "delayqueue.lease=40s"})
    void nothingOfTheModuleShouldBeThere(String property) {
        runner.withPropertyValues(property).run(context -> {
            assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(DelayQueueEngine.class)
                    .doesNotHaveBean(DelayQueueTestKit.class)
                    .doesNotHaveBean(KitAssembly.class)
                    .doesNotHaveBean(DelayQueueStoreFactory.class)
                    .doesNotHaveBean(DelayQueueEngineCustomizer.class);
            assertThat(Stream.of(context.getBeanDefinitionNames()).map(context::getType))
                    .noneMatch(
                            type -> type != null && type.getName().startsWith("io.delayqueue.test.autoconfigure.In"));
            assertThat(context.getBean(Backend.class)).isSameAs(context.getBean("store"));
        });
    }

    /** Application with the kit for plain tests, without the starter. */
    @Test
    void applicationWithoutTheStarterShouldStart() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(InMemoryStoreAutoConfiguration.class))
                .withPropertyValues("delayqueue.store=memory")
                .withClassLoader(new FilteredClassLoader("io.delayqueue.autoconfigure"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("delayQueueInMemoryStores"));
    }
}
