/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.testing;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The application that the examples of docs/testing.md test.
 */
@SpringBootApplication
class TestingApplication {

}
