/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import io.leaderelection.sample.SampleCluster.Led;
import io.leaderelection.sample.ledger.LedgerEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three processes of the sample whose leaders are killed or stopped, with any store.
 */
abstract class SuccessionContract {

	private static final int KILLS = 10;

	@TempDir
	private Path directory;

	private SampleCluster cluster;

	/** Opens the store of the instances. */
	abstract SampleStore openStore();

	@BeforeEach
	void startInstances() {
		this.cluster = new SampleCluster(this.directory, openStore());
		this.cluster.start(3);
	}

	final SampleCluster cluster() {
		return this.cluster;
	}

	@AfterEach
	void killInstances() {
		this.cluster.close();
	}

	@Test
	void tenKilledLeadersLeaveAFlawlessLedger() throws Exception {
		List<Long> tokens = new ArrayList<>();
		Led led = this.cluster.awaitLeaderAbove(0);
		for (int i = 0; i < KILLS; i++) {
			this.cluster.awaitEntry(led.fencingToken());
			tokens.add(led.fencingToken());
			led.process().signal("KILL");
			led.process().awaitEnd();
			this.cluster.forget(led.process());
			led = this.cluster.awaitLeaderAbove(led.fencingToken());
			this.cluster.start(1);
		}
		this.cluster.awaitEntry(led.fencingToken());
		tokens.add(led.fencingToken());

		assertNobodyLedBesideAnother(KILLS + 1);
		assertLedgerIsFlawless();
		assertThat(this.cluster.ledger().entries()).extracting(LedgerEntry::fencingToken).containsAll(tokens);
	}

	@Test
	void leaderAskedToEndHandsOver() throws Exception {
		Led first = this.cluster.awaitLeaderAbove(0);
		this.cluster.awaitEntry(first.fencingToken());
		first.process().signal("TERM");
		Led second = this.cluster.awaitLeaderAbove(first.fencingToken());
		first.process().awaitEnd();
		this.cluster.forget(first.process());
		this.cluster.awaitEntry(second.fencingToken());

		assertThat(first.process().output()).contains("(RELEASED)");
		assertNobodyLedBesideAnother(2);
		assertLedgerIsFlawless();
	}

	static void assertNotLeadingWith(long token, Answer answer) {
		assertThat(answer).satisfiesAnyOf((each) -> assertThat(each.leading()).isFalse(),
				(each) -> assertThat(each.fencingToken()).isGreaterThan(token));
	}

	final void assertNobodyLedBesideAnother(int terms) {
		assertThat(this.cluster.samplingFailure()).isNull();
		assertThat(OverlapCheck.overlaps(this.cluster.answers())).isEmpty();
		assertThat(OverlapCheck.countTerms(this.cluster.answers())).as("terms seen").isGreaterThanOrEqualTo(terms);
	}

	final void assertLedgerIsFlawless() {
		List<LedgerEntry> entries = this.cluster.ledger().entries();
		assertThat(entries).extracting(LedgerEntry::number)
			.containsExactlyElementsOf(LongStream.rangeClosed(1, entries.size()).boxed().toList());
		assertThat(entries).extracting(LedgerEntry::fencingToken).isSorted();
		Map<Long, String> owners = new HashMap<>();
		for (LedgerEntry entry : entries) {
			assertThat(owners.merge(entry.fencingToken(), entry.instance(), (first, second) -> first))
				.as("the one writer with token %d", entry.fencingToken())
				.isEqualTo(entry.instance());
		}
		assertThat(this.cluster.ledger().rejections())
			.allSatisfy((rejection) -> assertThat(rejection.staleToken()).isLessThan(rejection.newestToken()));
	}

}
