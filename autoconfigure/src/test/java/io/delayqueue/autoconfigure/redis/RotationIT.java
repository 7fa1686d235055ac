package io.delayqueue.autoconfigure.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisCredentialsProvider;

/** Certificates and passwords that change while an application adds and delivers tasks. */
class RotationIT {

    private static final String USER = "queue";

    private final Set<String> received = ConcurrentHashMap.newKeySet();

    @AutoClose
    private final RedisServer server = RedisServer.start();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Listening {

        private final Set<String> received;

        Listening(Set<String> received) {
            this.received = received;
        }

        @DelayQueueListener(group = "rotation", topic = "t", concurrency = "2")
        void receive(String payload) {
            received.add(payload);
        }
    }

    private ConfigurableApplicationContext start(
            ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        return new SpringApplicationBuilder(Listening.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .initializers(beans)
                .initializers((ApplicationContextInitializer<GenericApplicationContext>)
                        context -> context.registerBean("received", Set.class, () -> received))
                .properties("spring.main.banner-mode=off", "spring.data.redis.client-name=rotation")
                .properties(properties)
                .run();
    }

    /** Adds tasks in a thread until it is closed. */
    private static final class Adding implements AutoCloseable {

        private final Set<String> added = ConcurrentHashMap.newKeySet();

        private final List<DelayQueueException> failures = new ArrayList<>();

        private final AtomicInteger next = new AtomicInteger();

        private final Thread thread;

        private volatile boolean ended;

        Adding(DelayQueueService service) {
            thread = new Thread(() -> {
                while (!ended) {
                    add(service, "p" + next.incrementAndGet());
                }
            });
            thread.start();
        }

        private void add(DelayQueueService service, String payload) {
            try {
                service.addTask(Task.of("rotation", "t")
                        .payload(payload)
                        .delay(Duration.ofMillis(20))
                        .build());
                added.add(payload);
            } catch (DelayQueueException e) {
                failures.add(e);
            }
        }

        void awaitMore() {
            int before = added.size();
            await().until(() -> added.size() > before + 50);
        }

        @Override
        public void close() {
            ended = true;
            await().until(() -> !thread.isAlive());
        }
    }

    private void assertGoesOn(ConfigurableApplicationContext context, Change change) throws Exception {
        Adding adding = new Adding(context.getBean(DelayQueueService.class));
        try (adding) {
            adding.awaitMore();
            change.run();
            adding.awaitMore();
        }
        assertThat(adding.failures).isEmpty();
        await().untilAsserted(() -> assertThat(received).isEqualTo(adding.added));
    }

    private interface Change {
        void run() throws Exception;
    }

    @Test
    void certificatesThatAreReloadedShouldBeThoseOfNewConnections(@TempDir Path folder) throws Exception {
        Certificate first = Certificate.create(Files.createDirectory(folder.resolve("first")));
        Certificate second = Certificate.create(Files.createDirectory(folder.resolve("second")));
        Path trusted = folder.resolve("trusted.p12");
        Certificate.trust(trusted, first);
        try (TlsProxy proxy = TlsProxy.before(server, first.ofServer().createSslContext());
                ConfigurableApplicationContext context = start(
                        beans -> {},
                        "spring.data.redis.host=localhost",
                        "spring.data.redis.port=" + proxy.port(),
                        "spring.data.redis.ssl.bundle=redis",
                        "spring.ssl.bundle.watch.file.quiet-period=20ms",
                        "spring.ssl.bundle.jks.redis.reload-on-update=true",
                        "spring.ssl.bundle.jks.redis.truststore.location=file:" + trusted,
                        "spring.ssl.bundle.jks.redis.truststore.password=" + Certificate.PASSWORD,
                        "spring.ssl.bundle.jks.redis.truststore.type=PKCS12")) {
            AtomicInteger reloads = new AtomicInteger();
            context.getBean(SslBundles.class).addBundleUpdateHandler("redis", bundle -> reloads.incrementAndGet());
            assertGoesOn(context, () -> {
                Certificate.trust(trusted, first, second);
                await().until(() -> reloads.get() > 0);
                proxy.rotate(second.ofServer().createSslContext());
            });
        }
    }

    @Test
    void passwordThatChangesShouldBeThatOfNewConnections() throws Exception {
        try (Jedis admin = server.connect()) {
            admin.aclSetUser(USER, "on", ">first", "allkeys", "allchannels", "allcommands");
            String[] password = {"first"};
            RedisCredentialsProvider provider = () -> new DefaultRedisCredentials(USER, password[0]);
            try (ConfigurableApplicationContext context = start(
                    beans -> beans.registerBean(RedisCredentialsProvider.class, () -> provider),
                    "spring.data.redis.host=" + server.host(),
                    "spring.data.redis.port=" + server.port())) {
                assertGoesOn(context, () -> {
                    admin.aclSetUser(USER, ">second");
                    password[0] = "second";
                    admin.aclSetUser(USER, "<first");
                    admin.sendCommand(() -> "CLIENT".getBytes(), "KILL", "USER", USER);
                });
                assertThat(ServerSide.connections(server, "rotation"))
                        .isNotEmpty()
                        .allMatch(line -> line.contains(" user=" + USER + " "));
            }
        }
    }
}
