package com.example.reminders;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.test.DelayQueueTestKit;
import io.delayqueue.test.autoconfigure.AutoConfigureDelayQueueTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.yaml.snakeyaml.Yaml;

@SpringBootTest
@AutoConfigureMockMvc
@AutoConfigureDelayQueueTest
class RemindersTests {

    @Autowired
    DelayQueueTestKit kit;

    @Autowired
    MockMvcTester mvc;

    private final Object deployment = yaml("deployment");

    @Test
    void reminderShouldBeSentWhenItIsDue() {
        assertThat(mvc.post()
                        .uri("/reminders")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{\"text\": \"water the plants\", \"in\": \"P7D\"}"))
                .hasStatus(202);
        assertThat(kit).hasTask("reminders", "send").dueIn(Duration.ofDays(7));

        kit.advance(Duration.ofDays(7));

        assertThat(kit).finished(1).hasNoTasks();
    }

    @Test
    void pathsOfTheProbesShouldBeServed() {
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            String path = text(container(), probe, "httpGet", "path");
            assertThat(mvc.get().uri(path)).as(path).hasStatusOk();
        }
    }

    @Test
    void replicaShouldHaveTheTimeThatItsStopNeeds(
            @Value("${delayqueue.shutdown-timeout}") Duration callbacks,
            @Value("${spring.lifecycle.timeout-per-shutdown-phase}") Duration phase) {
        Duration preStop = seconds(text(container(), "lifecycle", "preStop", "sleep", "seconds"));
        Duration grace = seconds(text(pod(), "terminationGracePeriodSeconds"));
        assertThat(callbacks).isLessThan(phase);
        assertThat(grace).isGreaterThan(preStop.plus(phase).plus(phase));
    }

    @Test
    void serviceShouldSelectThePods() {
        assertThat(at(yaml("service"), "spec", "selector"))
                .isEqualTo(at(deployment, "spec", "selector", "matchLabels"))
                .isEqualTo(at(deployment, "spec", "template", "metadata", "labels"));
    }

    @Test
    void applicationShouldUseTheRedisOfTheManifests() {
        Object service = yaml("redis", 0);
        Object redis = yaml("redis", 1);
        assertThat(text(container(), "env"))
                .contains("{name=SPRING_DATA_REDIS_HOST, value=" + text(service, "metadata", "name") + "}");
        assertThat(at(service, "spec", "selector"))
                .isEqualTo(at(redis, "spec", "selector", "matchLabels"))
                .isEqualTo(at(redis, "spec", "template", "metadata", "labels"));
        assertThat(text(redis, "spec", "serviceName")).isEqualTo(text(service, "metadata", "name"));
        assertThat(text(redis, "spec", "template", "spec", "containers"))
                .contains("--appendonly, yes", "--maxmemory-policy, noeviction", "mountPath=/data");
    }

    private Object pod() {
        return at(deployment, "spec", "template", "spec");
    }

    private Object container() {
        return ((List<?>) at(pod(), "containers")).get(0);
    }

    private static String text(Object object, String... path) {
        return at(object, path).toString();
    }

    private static Object at(Object object, String... path) {
        Object found = object;
        for (String key : path) {
            found = ((Map<?, ?>) found).get(key);
            assertThat(found).as(key).isNotNull();
        }
        return found;
    }

    private static Duration seconds(String number) {
        return Duration.ofSeconds(Long.parseLong(number));
    }

    private static Object yaml(String name) {
        return yaml(name, 0);
    }

    private static Object yaml(String name, int document) {
        try {
            String text = Files.readString(Path.of("k8s", name + ".yaml"));
            return StreamSupport.stream(new Yaml().loadAll(text).spliterator(), false)
                    .toList()
                    .get(document);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
