/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.LeaderElection;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Release;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.LibraryConflict;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.ReadOnlyStoreException;
import io.leaderelection.store.support.RefusedCommandException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The failure that an election reports in its status. A back end of the log is in the
 * tests of the testkit.
 */
class ElectionLogTests {

	private static final ElectionKey KEY = new ElectionKey("orders", "billing");

	private static final Command READ = new Observe(KEY);

	private static final Command WRITE = new Release(KEY, new Nonce(0, 1), 1);

	private static final Duration LEASE = Duration.ofSeconds(15);

	private final AtomicLong ticker = new AtomicLong(-1);

	private final AsyncLog written = new AsyncLog(LeaderElection.class, Runnable::run);

	private final ElectionLog log = new ElectionLog("Election 'billing'", this.written,
			new WarningBursts(this.written, this.ticker::get), this.ticker::get, LEASE);

	@Test
	void answerEndsAFailure() {
		assertThat(this.log.current()).isNull();
		for (String text : List.of("no route.", "no route.", "reset")) {
			this.log.failed(new IllegalStateException(text), WRITE, 2);
			assertThat(this.log.current()).isEqualTo(text);
		}
		this.log.succeeded(READ);
		assertThat(this.log.current()).isNull();
		assertThat(this.log.isRefused()).isFalse();
	}

	@Test
	void missingRightEndsWithAnAnswerToAWriteOnly() {
		this.log.failed(new MissingRightException("read-only", null), WRITE, 1);
		assertThat(this.log.isRefused()).isTrue();
		this.log.succeeded(READ);
		assertThat(this.log.current()).isEqualTo("read-only");
		this.log.succeeded(WRITE);
		assertThat(this.log.current()).isNull();
		assertThat(this.log.isRefused()).isFalse();
	}

	@Test
	void refusedWriteEndsWithAnAnswerToAWriteOnly() {
		this.log.failed(new RefusedCommandException("no space", null), WRITE);
		this.log.succeeded(READ);
		assertThat(this.log.current()).isEqualTo("no space");
		assertThat(this.log.isRefused()).as("a missing right").isFalse();
		this.log.succeeded(WRITE);
		assertThat(this.log.current()).isNull();
	}

	@Test
	void refusedReadEndsWithAnyAnswer() {
		this.log.failed(new RefusedCommandException("too many requests", null), READ);
		this.log.succeeded(READ);
		assertThat(this.log.current()).isNull();
	}

	@Test
	void readOnlyStoreIsRefusedOnceItHasLastedForALease() {
		ReadOnlyStoreException readOnly = new ReadOnlyStoreException("standby", null);
		this.log.failed(readOnly, WRITE);
		assertThat(this.log.isRefused()).isFalse();
		this.log.succeeded(READ);
		assertThat(this.log.current()).isEqualTo("standby");
		this.ticker.addAndGet(LEASE.toNanos() - 1);
		this.log.failed(new IllegalStateException("no route"), WRITE);
		this.log.succeeded(READ);
		assertThat(this.log.current()).isNull();
		this.log.failed(readOnly, WRITE);
		assertThat(this.log.isRefused()).isFalse();
		this.ticker.incrementAndGet();
		this.log.note(readOnly, WRITE);
		assertThat(this.log.isRefused()).isTrue();
		this.log.succeeded(WRITE);
		assertThat(this.log.isRefused()).isFalse();
		this.log.failed(readOnly, WRITE);
		assertThat(this.log.isRefused()).as("in the next failover").isFalse();
	}

	@Test
	void conflictOfLibrariesIsNoMissingAnswer() {
		NoSuchMethodError error = new NoSuchMethodError("'void " + ElectionLog.class.getName() + ".gone()'");
		this.log.failed(new IllegalStateException("failed", error), WRITE);
		assertThat(this.log.isRefused()).isTrue();
		assertThat(this.log.current()).startsWith("versions of libraries on the class path do not match: ")
			.contains("ElectionLog.gone()")
			.endsWith(LibraryConflict.REMEDY);
	}

	@Test
	void statementsAreNotInTheText() {
		this.log.failed(new LastingRefusalException("no table", "create table t", null) {
		}, WRITE);
		assertThat(this.log.current()).isEqualTo("no table");
		assertThat(this.log.isRefused()).isTrue();
	}

	@Test
	void textIsOneShortLine() {
		this.log.note(new IllegalStateException(), READ);
		assertThat(this.log.current()).isEqualTo("IllegalStateException");
		this.log.failed(new IllegalStateException("one\r\ntwo\u001b[31m" + "x".repeat(1000)), READ);
		assertThat(this.log.current()).startsWith("one  two [31mx").hasSize(500);
	}

	@Test
	void textsThatAlternateAreAllKept() {
		for (int i = 0; i < 20; i++) {
			this.log.failed(new IllegalStateException("failure " + i), READ);
			assertThat(this.log.current()).isEqualTo("failure " + i);
		}
		this.log.crashed(new IllegalStateException("bug"));
		assertThat(this.log.current()).isEqualTo("A step of this election failed: bug");
	}

}
