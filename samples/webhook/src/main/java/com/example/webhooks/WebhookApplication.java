package com.example.webhooks;

import io.delayqueue.DeadLetterListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class WebhookApplication {

    private static final Logger log = LoggerFactory.getLogger(WebhookApplication.class);

    public static void main(String[] args) {
        SpringApplication.run(WebhookApplication.class, args);
    }

    /** Sends one event to the URL that is given by {@code --url=...}. */
    @Bean
    ApplicationRunner firstEvent(Webhooks webhooks) {
        return arguments -> {
            if (arguments.containsOption("url")) {
                webhooks.send(arguments.getOptionValues("url").get(0), "{\"order\": 42, \"state\": \"PAID\"}");
            }
        };
    }

    /** An alarm. The dead letters themselves stay in the queue. */
    @Bean
    DeadLetterListener alarm() {
        return letter ->
                log.error("Webhook {} is a dead letter, attempts: {}", letter.id(), letter.attempts(), letter.error());
    }
}
