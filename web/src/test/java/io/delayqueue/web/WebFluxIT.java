package io.delayqueue.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.AddResult;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.testing.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.context.reactive.ReactiveWebApplicationContext;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;

/** The module in an application with Spring WebFlux and without the API of servlets, as {@code spring-boot-starter-webflux} makes it. */
@ExtendWith(OutputCaptureExtension.class)
class WebFluxIT {

    private static final ClassLoader WITHOUT_SERVLETS =
            new FilteredClassLoader("jakarta.servlet", "org.springframework.security");

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Bare {}

    /** Starts as {@code main} would: Spring Boot chooses the kind of application from the class path. */
    private static ConfigurableApplicationContext start(RedisServer redis) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(WITHOUT_SERVLETS);
        try {
            SpringApplication application =
                    new SpringApplication(new DefaultResourceLoader(WITHOUT_SERVLETS), Bare.class);
            application.setRegisterShutdownHook(false);
            return application.run(
                    "--server.port=0",
                    "--spring.data.redis.host=" + redis.host(),
                    "--spring.data.redis.port=" + redis.port());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void applicationWithWebFluxShouldWorkAndWarnThatItHasNoDashboard(CapturedOutput output) throws Exception {
        try (RedisServer redis = RedisServer.start();
                ConfigurableApplicationContext context = start(redis)) {
            assertThat(context).isInstanceOf(ReactiveWebApplicationContext.class);
            assertThat(output.getOut()).containsOnlyOnce("delayqueue-spring-boot-web needs a server with Spring MVC");
            URI dashboard = URI.create("http://localhost:"
                    + ((WebServerApplicationContext) context).getWebServer().getPort() + "/delayqueue/");
            assertThat(HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(dashboard).build(), BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(404);
            DelayQueueService service = context.getBean(DelayQueueService.class);
            assertThat(service.addTask(Task.of("orders", "remind").id("a").build())
                            .outcome())
                    .isEqualTo(AddResult.Outcome.ADDED);
        }
    }
}
