package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.ClassUtils;
import redis.clients.jedis.UnifiedJedis;
import tools.jackson.databind.json.JsonMapper;

/** Class path of an application with this starter and Bean Validation. Pasted projects have the starter alone. */
class ClassPathTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.delayqueue.DelayQueueService",
                "io.delayqueue.engine.DelayQueueEngine",
                "io.delayqueue.autoconfigure.DelayQueueAutoConfiguration",
                "io.delayqueue.annotation.DelayQueueListener",
                "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
                "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
                "org.springframework.data.redis.core.StringRedisTemplate",
                "redis.clients.jedis.RedisClient",
                "tools.jackson.databind.json.JsonMapper"
            })
    void shouldHave(String className) {
        assertThat(isPresent(className)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.lettuce.core.RedisClient",
                "io.netty.channel.Channel",
                "com.fasterxml.jackson.databind.ObjectMapper",
                "org.springframework.web.servlet.DispatcherServlet",
                "io.delayqueue.jdbc.OnceGuard",
                "io.delayqueue.jdbc.DelayQueueJdbcAutoConfiguration",
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "org.springframework.jdbc.core.JdbcTemplate"
            })
    void shouldNotHave(String className) {
        assertThat(isPresent(className)).isFalse();
    }

    @Test
    void jedisShouldBeTheOneSpringBootManages() {
        assertThat(location(UnifiedJedis.class)).contains("/jedis-7.4.");
    }

    @Test
    void jacksonShouldBeThree() {
        assertThat(location(JsonMapper.class)).contains("/jackson-databind-3.");
    }

    @Test
    void jsonClassesOfTestsShouldBeThereOnce() throws IOException {
        assertThat(Collections.list(getClass().getClassLoader().getResources("org/json/JSONObject.class")))
                .singleElement()
                .asString()
                .contains("/android-json-");
    }

    private boolean isPresent(String className) {
        return ClassUtils.isPresent(className, getClass().getClassLoader());
    }

    private static String location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().toString();
    }
}
