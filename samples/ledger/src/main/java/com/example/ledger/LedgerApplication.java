package com.example.ledger;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class LedgerApplication {

    private static final List<String> CUSTOMERS = List.of("ada", "ben", "cleo", "dan", "eve");

    public static void main(String[] args) {
        SpringApplication.run(LedgerApplication.class, args);
    }

    /** Makes as many entries as {@code --entries=...} says, for some customers. */
    @Bean
    ApplicationRunner entries(Ledger ledger) {
        return arguments -> {
            if (arguments.containsOption("entries")) {
                int entries =
                        Integer.parseInt(arguments.getOptionValues("entries").get(0));
                ThreadLocalRandom random = ThreadLocalRandom.current();
                for (int i = 0; i < entries; i++) {
                    ledger.enter(CUSTOMERS.get(random.nextInt(CUSTOMERS.size())), random.nextLong(-50, 100));
                }
            }
        };
    }
}
