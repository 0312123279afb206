/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

class ServiceClientTests {

	private final List<String> opened = new ArrayList<>();

	private final List<String> closed = new ArrayList<>();

	private final ServiceClient<String> own = new ServiceClient<>(this::open, this.closed::add);

	private String open() {
		this.opened.add("client " + this.opened.size());
		return this.opened.get(this.opened.size() - 1);
	}

	private static Throwable fail(ServiceClient<String> client, RuntimeException failure) {
		return catchThrowable(() -> client.call((one) -> {
			throw failure;
		}, (other) -> new LeaseStoreException("explained", other)));
	}

	private static RuntimeException shutDown() {
		return new IllegalStateException("Unable to execute HTTP request",
				new IllegalStateException("Connection pool shut down"));
	}

	@Test
	void ownClientThatHasShutDownIsReplacedForTheNextRequest() {
		assertThat(this.own.get()).isEqualTo("client 0");
		assertThat(fail(this.own, shutDown())).isInstanceOf(NoAnswerException.class)
			.hasMessageContainingAll("OutOfMemoryError", "Another one is opened");
		assertThat(this.own.<String>call((client) -> client, (failure) -> new LeaseStoreException("none", failure)))
			.isEqualTo("client 1");
		assertThat(this.closed).containsExactly("client 0");
		this.own.close();
		assertThat(this.closed).containsExactly("client 0", "client 1");
	}

	@Test
	void requestsThatFailTogetherReplaceItOnce() {
		assertThat(catchThrowable(() -> this.own.call((client) -> {
			fail(this.own, shutDown());
			throw shutDown();
		}, (other) -> new LeaseStoreException("explained", other)))).isInstanceOf(NoAnswerException.class);
		assertThat(this.opened).containsExactly("client 0", "client 1");
	}

	@Test
	void otherFailuresReplaceNothing() {
		assertThat(fail(this.own, new IllegalStateException("Connection reset"))).hasMessage("explained");
		assertThat(fail(this.own, new IllegalStateException((String) null))).hasMessage("explained");
		assertThat(fail(this.own, new RuntimeException("shut down"))).hasMessage("explained");
		assertThat(this.opened).containsExactly("client 0");
	}

	@Test
	void closedOneIsNotOpenedAgain() {
		this.own.close();
		fail(this.own, shutDown());
		assertThat(this.opened).containsExactly("client 0");
		assertThat(this.closed).containsExactly("client 0");
	}

	@Test
	void clientOfTheApplicationIsNeitherReplacedNorClosed() {
		ServiceClient<String> client = new ServiceClient<>(this::open, null);
		assertThat(fail(client, shutDown())).hasMessageContainingAll("the application's", "restart this instance");
		client.close();
		assertThat(this.opened).containsExactly("client 0", "client 1");
		assertThat(client.get()).isEqualTo("client 1");
		assertThat(this.closed).isEmpty();
	}

}
