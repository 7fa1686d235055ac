package com.example.search;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class SearchApplication {

    public static void main(String[] args) {
        SpringApplication.run(SearchApplication.class, args);
    }

    /** Ten changes of one document. */
    @Bean
    ApplicationRunner author(SearchIndex index) {
        return arguments -> {
            for (int change = 0; change < 10; change++) {
                index.documentChanged("letter");
            }
        };
    }
}
