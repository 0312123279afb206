/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Nonce;
import io.leaderelection.testkit.ManualTicker;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EvidenceTests {

	private static final long MODIFIED = 1_000_000;

	private final ManualTicker ticker = new ManualTicker(0);

	private final Evidence evidence = new Evidence(this.ticker);

	@Test
	void aNewcomerCountsByTheServicesClockAndRoundsUp() {
		assertThat(believed(15, "a", false, 4)).isEqualTo(12_000);
		assertThat(believed(15, "b", false, 0)).isEqualTo(15_000);
		assertThat(believed(15, "c", false, 16)).isZero();
		assertThat(believed(15, "d", false, 1000)).isZero();
	}

	@Test
	void whoSawTheChangeCountsOnItsOwnTicker() {
		assertThat(believed(15, "a", true, 0)).isEqualTo(15_000);
		this.ticker.advance(Duration.ofMillis(4_500));
		assertThat(believed(15, "a", false, 4)).isEqualTo(10_500);
		assertThat(believed(15, "b", true, 0)).as("changed").isEqualTo(15_000);
		this.ticker.advance(Duration.ofSeconds(15));
		assertThat(believed(15, "b", false, 0)).as("the service's clock was stepped back").isZero();
	}

	@Test
	void aServiceWhoseClockIsSteppedBackMakesNobodyWaitLonger() {
		assertThat(believed(15, "a", false, -3600)).isEqualTo(15_000);
	}

	@Test
	void whatWasReleasedOrNeverWrittenIsNotBelieved() {
		LeaseRecord record = record(15).asReleased();
		Snapshot released = new Snapshot(true, record, "a", false, MODIFIED, MODIFIED);
		assertThat(this.evidence.believed(released)).isZero();
		assertThat(this.evidence.believed(Snapshot.missing(0))).isZero();
	}

	@Test
	void notBeforeRunsDownOnTheTickerWhateverTheServicesClockDoes() {
		assertThat(this.evidence.untilNotBefore(10_000, 4_000)).hasSeconds(6);
		this.ticker.advance(Duration.ofSeconds(2));
		assertThat(this.evidence.untilNotBefore(10_000, 1_000)).hasSeconds(4);
		assertThat(this.evidence.untilNotBefore(10_000, 7_000)).hasSeconds(3);
		assertThat(this.evidence.untilNotBefore(10_000, 20_000)).isZero();
		assertThat(this.evidence.untilNotBefore(0, 20_000)).isZero();
		assertThat(this.evidence.untilNotBefore(Long.MAX_VALUE, 1)).as("bounded").hasSeconds(62);
	}

	private long believed(int lease, String etag, boolean leased, int secondsLater) {
		Snapshot snapshot = new Snapshot(true, record(lease), etag, leased, MODIFIED, MODIFIED + secondsLater * 1000L);
		this.evidence.saw(snapshot);
		return this.evidence.believed(snapshot);
	}

	private static LeaseRecord record(int lease) {
		return new LeaseRecord(1, new Nonce(1, 2), "candidate", Instant.EPOCH, Duration.ofSeconds(lease), 0, false, 0,
				Map.of());
	}

}
