/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.nio.file.Path;
import javax.sql.DataSource;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Opens the ledger in the place that {@code sample.ledger.place} names: files that all
 * instances share, or the application's database.
 */
@Configuration(proxyBeanMethods = false)
class LedgerConfiguration {

	@Bean
	@ConditionalOnProperty(name = "sample.ledger.place", havingValue = "files")
	Ledger fileLedger(@Value("${sample.ledger.directory}") Path directory) {
		return FileLedger.open(directory);
	}

	@Bean
	@ConditionalOnProperty(name = "sample.ledger.place", havingValue = "database")
	Ledger databaseLedger(DataSource dataSource) {
		return DatabaseLedger.open(dataSource);
	}

}
