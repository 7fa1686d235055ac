package com.example.api;

import io.delayqueue.Callback;

/** Callback that tasks carry, for the examples of docs/api.md. */
public class SendMail implements Callback {

    private final String to;

    public SendMail(String to) {
        this.to = to;
    }

    @Override
    public void call() {
        System.out.println("To " + to);
    }
}
