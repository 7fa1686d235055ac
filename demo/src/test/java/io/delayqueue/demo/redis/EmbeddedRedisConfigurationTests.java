package io.delayqueue.demo.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class EmbeddedRedisConfigurationTests {

    private final ApplicationContextRunner contexts = new ApplicationContextRunner()
            .withInitializer(context -> context.addBeanFactoryPostProcessor(factory -> {
                // Only the condition is tested, not the start.
                for (String name : factory.getBeanDefinitionNames()) {
                    factory.getBeanDefinition(name).setLazyInit(true);
                }
            }))
            .withUserConfiguration(EmbeddedRedisConfiguration.class);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host=redis.example",
                "port=6380",
                "url=redis://redis.example",
                "sentinel.master=main",
                "cluster.nodes=redis.example:7000",
                "cluster.nodes[0]=redis.example:7000"
            })
    void shouldNotStartWhenAPlaceIsSet(String property) {
        contexts.withPropertyValues("spring.data.redis." + property)
                .run(context -> assertThat(context).doesNotHaveBean(EmbeddedRedis.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SPRING_DATA_REDIS_HOST=redis.example", "SPRING_DATA_REDIS_CLUSTER_NODES=redis.example:7000"})
    void shouldNotStartWhenAPlaceIsSetInTheEnvironment(String variable) {
        String[] parts = variable.split("=");
        contexts.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource("systemEnvironment", Map.of(parts[0], parts[1]))))
                .run(context -> assertThat(context).doesNotHaveBean(EmbeddedRedis.class));
    }

    @Test
    void shouldStartWhenOnlyOtherThingsAreSet() {
        contexts.withPropertyValues("spring.data.redis.timeout=2s", "spring.data.redis.jedis.pool.max-active=4")
                .run(context -> assertThat(
                                context.getBeanFactory().getBeanNamesForType(EmbeddedRedis.class, true, false))
                        .hasSize(1));
    }

    @Test
    void shouldNotStartWhenTasksAreInMemory() {
        contexts.withPropertyValues("delayqueue.store=memory")
                .run(context -> assertThat(context).doesNotHaveBean(EmbeddedRedis.class));
    }
}
