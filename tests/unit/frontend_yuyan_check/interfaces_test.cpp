#include "check_support.hpp"
