/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.nio.file.Path;
import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of the sample.
 *
 * @param invoiceInterval how often the leader writes an invoice
 * @param ledger the ledger
 */
@ConfigurationProperties("sample")
record SampleProperties(Duration invoiceInterval, Ledger ledger) {

	/**
	 * Where the ledger is.
	 *
	 * @param directory a directory that all instances share; made if it is missing
	 */
	record Ledger(Path directory) {

	}

}
