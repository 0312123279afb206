/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ServiceClientTests {

	private final List<String> opened = new ArrayList<>();

	private final List<String> closed = new ArrayList<>();

	private final ServiceClient<String> own = new ServiceClient<>(this::open, this.closed::add);

	private String open() {
		this.opened.add("client " + this.opened.size());
		return this.opened.get(this.opened.size() - 1);
	}

	private static void fail(ServiceClient<String> client, RuntimeException failure) {
		assertThatIllegalStateException().isThrownBy(() -> client.call((one) -> {
			throw failure;
		})).isSameAs(failure);
	}

	private static RuntimeException shutDown() {
		return new IllegalStateException("Unable to execute HTTP request",
				new IllegalStateException("Connection pool shut down"));
	}

	@Test
	void ownClientThatHasShutDownIsReplacedForTheNextRequest() {
		assertThat(this.own.<String>call((client) -> client)).isEqualTo("client 0");
		fail(this.own, shutDown());
		assertThat(this.own.<String>call((client) -> client)).isEqualTo("client 1");
		assertThat(this.closed).containsExactly("client 0");
		this.own.close();
		assertThat(this.closed).containsExactly("client 0", "client 1");
	}

	@Test
	void requestsThatFailTogetherReplaceItOnce() {
		assertThatIllegalStateException().isThrownBy(() -> this.own.call((client) -> {
			fail(this.own, shutDown());
			throw shutDown();
		}));
		assertThat(this.opened).containsExactly("client 0", "client 1");
	}

	@Test
	void otherFailuresReplaceNothing() {
		fail(this.own, new IllegalStateException("Connection reset"));
		fail(this.own, new IllegalStateException((String) null));
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
		fail(client, shutDown());
		client.close();
		assertThat(this.opened).containsExactly("client 0", "client 1");
		assertThat(client.<String>call((one) -> one)).isEqualTo("client 1");
		assertThat(this.closed).isEmpty();
	}

}
