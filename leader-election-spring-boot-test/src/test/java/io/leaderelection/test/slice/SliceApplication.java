/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test.slice;

import io.leaderelection.annotation.OnLeader;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The application for the slice tests.
 */
@SpringBootApplication
class SliceApplication {

	/** Guarded if leader election is part of the slice. */
	@RestController
	static class Reports {

		@GetMapping("/report")
		@OnLeader(election = "reports")
		String report() {
			return "a report";
		}

	}

}
