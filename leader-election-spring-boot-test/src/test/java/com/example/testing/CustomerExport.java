/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.testing;

import java.util.concurrent.CountDownLatch;

import io.leaderelection.annotation.OnLeader;

import org.springframework.stereotype.Component;

@Component
class CustomerExport {

	private final CountDownLatch begun = new CountDownLatch(1);

	private final CountDownLatch lastCustomer = new CountDownLatch(1);

	@OnLeader("exports")
	void run() throws InterruptedException {
		this.begun.countDown();
		this.lastCustomer.await();
	}

	void awaitBegun() throws InterruptedException {
		this.begun.await();
	}

}
