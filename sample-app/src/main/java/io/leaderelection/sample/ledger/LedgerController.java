/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.util.stream.Collectors;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The whole ledger, for whoever checks it.
 */
@RestController
class LedgerController {

	private final Ledger ledger;

	LedgerController(Ledger ledger) {
		this.ledger = ledger;
	}

	@GetMapping(path = "/api/ledger", produces = "text/tab-separated-values;charset=UTF-8")
	String ledger() {
		return this.ledger.entries().stream().map((entry) -> entry.toLine() + "\n").collect(Collectors.joining());
	}

	/** Ticks that the job ran for more than once, which the entries do not show. */
	@GetMapping(path = "/api/ledger/repeats", produces = "text/tab-separated-values;charset=UTF-8")
	String repeats() {
		return this.ledger.repeats().stream().map((repeat) -> repeat.toLine() + "\n").collect(Collectors.joining());
	}

}
